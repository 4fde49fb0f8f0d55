import { ENDLESS_REQUEST } from './adapter.js';
import { type Check, must, type Property } from './property.js';
import { end, KILLED_RUN_MS, type Stage } from './stage.js';

const REQUESTS = 200;
const CALLERS = 20;
/** Deaths after which a transport must have given up a request. */
const MOST_DEATHS = 4;

async function mustFail(request: Promise<unknown>): Promise<void> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason ?? 'failed',
  );
  must(error !== undefined, 'It was answered');
  must((error as Error).name !== 'TimeoutError', 'It was never answered');
}

export const ids = (name: string) =>
  Array.from({ length: REQUESTS }, (_, index) => `${name}-${index}`);

/** All requests, some at once; every one has to be answered. */
export async function requestAll(
  stage: Stage,
  all: readonly string[],
  takesMs: number,
): Promise<void> {
  const waiting = [...all];
  const call = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      must((await stage.request(id, { takesMs })) === id, `${id} got another answer`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

const runsOnOneReplica: Check = async (stage) => {
  await stage.start(3);
  const all = ids('one');
  await requestAll(stage, all, 5);
  const twice = all.filter((id) => stage.runsOf(id) !== 1).length;
  must(twice === 0, `${twice} of ${REQUESTS} requests did not run once`);
  const used = new Set(all.flatMap((id) => stage.runs.get(id) ?? []));
  must(used.size === 3, `${used.size} of 3 replicas took part`);
};

const survivesDeath: Check = async (stage) => {
  await stage.start(2);
  stage.killWhoRuns('struck', 1);
  must(
    (await stage.request('struck', { takesMs: KILLED_RUN_MS })) === 'struck',
    'It got another answer',
  );
};

const endsCleanly: Check = async (stage) => {
  await stage.start(2);
  const [first] = stage.replicas;
  const all = ids('calm');
  let ending: Promise<unknown> | undefined;
  stage.onRun = (id) => {
    if (id === all[CALLERS * 2] && first) ending = end(first, 'SIGTERM');
  };
  await requestAll(stage, all, 10);
  must((await ending) === 0, 'The replica did not end by itself');
  const twice = all.filter((id) => stage.runsOf(id) !== 1).length;
  must(twice === 0, `${twice} of ${REQUESTS} requests did not run once`);
};

const hasDeadline: Check = async (stage) => {
  await stage.start(1);
  await mustFail(stage.request('endless', {}, ENDLESS_REQUEST));
};

const failsWithoutService: Check = (stage) => mustFail(stage.request('nobody'));

const givesUpPoison: Check = async (stage) => {
  await stage.start(MOST_DEATHS + 1);
  stage.killWhoRuns('poison', MOST_DEATHS + 1);
  await mustFail(stage.request('poison', { takesMs: KILLED_RUN_MS }));
  must(stage.runsOf('poison') <= MOST_DEATHS, 'It has killed every replica');
  await stage.request('afterwards');
};

export const REQUEST_PROPERTIES: readonly Property[] = [
  {
    property: 'A request runs on one replica, and all replicas take part',
    check: runsOnOneReplica,
  },
  {
    property: 'A request whose replica is killed is answered by another one',
    check: survivesDeath,
  },
  { property: 'A replica that shuts down loses no request', check: endsCleanly },
  { property: 'A request that no handler answers fails at a deadline', check: hasDeadline },
  { property: 'A request to a service without replicas fails', check: failsWithoutService },
  {
    property: 'A request that kills its replicas is given up, and its caller is told',
    check: givesUpPoison,
  },
];
