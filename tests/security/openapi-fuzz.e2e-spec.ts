// Requests made at random out of the served OpenAPI document. FUZZ_SEED repeats a run, FUZZ_REQUESTS sets its length.
import fc from 'fast-check';
import { OpenApi } from '../e2e/support/openapi.ts';
import { batteryCase } from '../resilience/support/numbered-case.ts';
import type { BatteryStack } from '../resilience/support/battery-stack.ts';
import { type FuzzAnswer, FuzzClient } from './fuzz/fuzz-client.ts';
import { type FuzzRequest, requestsTo } from './fuzz/requests.ts';
import { startAttackedStack } from './support/attacked-stack.ts';
import { TestGoogle } from './support/test-google.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const CLIENTS = 8;
const PROGRESS_EVERY = 2_000;
const COMPLAINTS_SHOWN = 5;
const LONGEST_SHOWN = 300;
const LONGEST_MS = 540_000;

let google: TestGoogle;
let stack: BatteryStack;
let openApi: OpenApi;

beforeAll(async () => {
  google = await TestGoogle.start();
  stack = await startAttackedStack({
    passed: { ...google.settings, EMAIL_VERIFICATION: 'off', LOG_LEVEL: 'fatal' },
  });
  openApi = await OpenApi.read();
}, 180_000);
afterAll(async () => {
  await stack.end();
  google.stop();
});

function complaintsAbout({ operation }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, headers, text } = answer;
  return [
    ...(status >= 500 ? [`status ${status}: ${text.slice(0, 200)}`] : []),
    ...openApi.complaintsAbout(operation, status, text),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff']),
    ...(headers['x-request-id'] === undefined ? ['no request id'] : []),
  ];
}

const short = (text: string): string => text.slice(0, LONGEST_SHOWN);

const described = ({ operation, identity, path, headers, body }: FuzzRequest): string =>
  `${operation.method.toUpperCase()} ${short(path)} as ${identity} ` +
  `${short(JSON.stringify(headers))} ${short(body?.toString() ?? '')}`;

interface Outcome {
  complaints: string[];
  statuses: Map<number, number>;
  done: number;
}

function note(outcome: Outcome, request: FuzzRequest, answer: FuzzAnswer): void {
  const { complaints, statuses } = outcome;
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const found = complaintsAbout(request, answer);
  if (found.length > 0) complaints.push(`${described(request)}: ${found.join('; ')}`);
  outcome.done += 1;
  if (outcome.done % PROGRESS_EVERY === 0) {
    process.stdout.write(`  ${outcome.done} requests, ${complaints.length} complaints\n`);
  }
}

/** Each client sends every eighth request, so that a seed means the same requests in the same order to each. */
async function fuzz(requests: readonly FuzzRequest[]): Promise<Outcome> {
  const outcome: Outcome = { complaints: [], statuses: new Map(), done: 0 };
  const [address = ''] = stack.gateways;
  const run = async (own: number) => {
    const client = new FuzzClient(address);
    for (const request of requests.filter((_, index) => index % CLIENTS === own)) {
      note(outcome, request, await client.send(request));
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, own) => run(own)));
  return outcome;
}

batteryCase(
  'B11',
  {
    done: `${REQUESTS.toLocaleString('en')} requests generated from the OpenAPI document of the running stack`,
    expected: 'no 5xx, every status documented, every body as its schema says, no process ends',
  },
  async (seen) => {
    process.stdout.write(`  FUZZ_SEED=${SEED}\n`);
    const anyRequest = fc.oneof(...openApi.operations.map(requestsTo));
    const requests = fc.sample(anyRequest, { seed: SEED, numRuns: REQUESTS });
    const { complaints, statuses } = await fuzz(requests);
    const sorted = [...statuses].sort(([one], [other]) => one - other);
    const counts = sorted.map(([status, count]) => `${count} × ${status}`).join(', ');
    seen(`seed ${SEED}: ${counts}; ${complaints.length} complaints`);
    expect(complaints.slice(0, COMPLAINTS_SHOWN)).toEqual([]);
    expect(stack.deaths).toEqual([]);
  },
  LONGEST_MS,
);
