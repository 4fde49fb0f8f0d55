import { ENDLESS_REQUEST, REQUEST } from './adapter.js';
import { end, type Stage } from './stage.js';

/** Throws when the property does not hold. */
type Check = (stage: Stage) => Promise<void>;

const REQUESTS = 200;
const CALLERS = 20;
const ORDERED = 20;
/** Deaths after which a transport must have given up a request. */
const MOST_DEATHS = 4;

function must(isTrue: boolean, failure: string): void {
  if (!isTrue) throw new Error(failure);
}

async function mustFail(request: Promise<unknown>): Promise<void> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason ?? 'failed',
  );
  must(error !== undefined, 'It was answered');
  must((error as Error).name !== 'TimeoutError', 'It was never answered');
}

const ids = (name: string) => Array.from({ length: REQUESTS }, (_, index) => `${name}-${index}`);

/** All requests, some at once; every one has to be answered. */
async function requestAll(stage: Stage, all: readonly string[], takesMs: number): Promise<void> {
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
  must((await stage.request('struck', { takesMs: 200 })) === 'struck', 'It got another answer');
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
  await mustFail(stage.request('poison', { takesMs: 200 }));
  must(stage.runsOf('poison') <= MOST_DEATHS, 'It has killed every replica');
  await stage.request('afterwards');
};

const keepsEvents: Check = async (stage) => {
  await stage.emit('kept');
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('kept') > 0);
};

const retriesEvents: Check = async (stage) => {
  await stage.start(1);
  await stage.emit('failing', { failures: 2 });
  await stage.eventually('the event is handled three times', () => stage.runsOf('failing') === 3);
};

const eventSurvivesDeaths: Check = async (stage) => {
  await stage.start(2);
  stage.killWhoRuns('struck', 2);
  await stage.emit('struck', { takesMs: 200 });
  await stage.eventually('the event kills two replicas', () => stage.runsOf('struck') === 2);
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('struck') === 3);
};

const keepsOrder: Check = async (stage) => {
  await stage.start(3);
  const all = Array.from({ length: ORDERED }, (_, index) => `ordered-${index}`);
  for (const id of all) await stage.emitOrdered('key', { id, takesMs: 20 });
  const notices = () => stage.notices.filter(({ id }) => all.includes(id));
  await stage.eventually('all are handled', () => notices().length === 2 * all.length);
  const happened = notices().toSorted((one, other) => one.at - other.at || (one.isOver ? -1 : 1));
  const expected = all.flatMap((id) => [id, id]);
  must(
    happened.every(({ id }, index) => id === expected[index]),
    'They ran in another order',
  );
};

const isBackAfterRestart =
  (keepData: boolean): Check =>
  async (stage) => {
    await stage.start(2);
    await stage.options.restartBroker?.(keepData);
    await stage.eventually('the service answers again', () => stage.request('back'));
  };

const keepsEventsOverRestart: Check = async (stage) => {
  await stage.emit('kept');
  await stage.options.restartBroker?.(true);
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('kept') > 0);
};

const refusesForged: Check = async (stage) => {
  await stage.start(1);
  await stage.adapter.forge?.(stage.options.address, REQUEST, { id: 'forged' });
  await requestAll(stage, ids('genuine'), 0);
  must(stage.runsOf('forged') === 0, 'It ran');
};

interface Property {
  readonly property: string;
  readonly check: Check;
  /** What the options or the adapter need for the check. */
  readonly needs?: 'restartBroker' | 'ordered' | 'forge';
}

export const PROPERTIES: readonly Property[] = [
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
  { property: 'A request that kills its replicas is given up', check: givesUpPoison },
  { property: 'An event waits for a service that is down', check: keepsEvents },
  { property: 'An event whose handler fails is delivered again', check: retriesEvents },
  {
    property: 'An event whose replicas are killed goes to the next one',
    check: eventSurvivesDeaths,
  },
  {
    property: 'Events of one key run in order, one at a time, on any replica',
    check: keepsOrder,
    needs: 'ordered',
  },
  {
    property: 'An event waits over a restart of the broker',
    check: keepsEventsOverRestart,
    needs: 'restartBroker',
  },
  {
    property: 'The service answers again after a restart of the broker',
    check: isBackAfterRestart(true),
    needs: 'restartBroker',
  },
  {
    property: 'The service answers again when the broker has lost its data',
    check: isBackAfterRestart(false),
    needs: 'restartBroker',
  },
  { property: 'A forged request does not run', check: refusesForged, needs: 'forge' },
];
