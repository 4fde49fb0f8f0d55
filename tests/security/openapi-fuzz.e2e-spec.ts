// Requests made at random out of the served OpenAPI document. FUZZ_SEED repeats a run, FUZZ_REQUESTS sets its length.
import { GoogleServer } from '@studiolo/testing/google-server';
import fc from 'fast-check';

import { OpenApi } from '../support/openapi.ts';
import { RunningStack } from '../support/running-stack.ts';
import { type FuzzAnswer, FuzzClient } from './fuzz/fuzz-client.ts';
import { type FuzzRequest, requestsTo } from './fuzz/requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const CLIENTS = 8;
const COMPLAINTS_SHOWN = 5;
const LONGEST_SHOWN = 300;
const LONGEST_MS = 540_000;

let google: GoogleServer;
let stack: RunningStack;
let openApi: OpenApi;

beforeAll(async () => {
  google = await GoogleServer.start();
  stack = await RunningStack.start({
    passed: { ...google.settings, EMAIL_VERIFICATION: 'off', LOG_LEVEL: 'fatal' },
  });
  openApi = await OpenApi.read();
}, 180_000);
afterAll(async () => {
  await stack.end();
  await google.stop();
});

function complaintsAbout({ operation, identity }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, headers, text } = answer;
  const isIntruder = identity !== 'owner' && operation.security.length > 0;
  return [
    ...(isIntruder && status < 300 ? [`${identity} is let in`] : []),
    ...(status >= 500 ? [`status ${status}: ${text.slice(0, 200)}`] : []),
    ...openApi.complaintsAbout(operation, { status, type: headers['content-type'], text }),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff']),
    ...(headers['x-request-id'] === undefined ? ['no request id'] : []),
  ];
}

const short = (text: string): string => text.slice(0, LONGEST_SHOWN);

const described = ({ operation, identity, path, headers, body }: FuzzRequest): string =>
  `${operation.method.toUpperCase()} ${short(path)} as ${identity} ` +
  `${short(JSON.stringify(headers))} ${short(body?.toString() ?? '')}`;

/** Each client sends every eighth request, so that it sends the same requests in the same order for the same seed. */
async function fuzz(requests: readonly FuzzRequest[]): Promise<string[]> {
  const complaints: string[] = [];
  const [address = ''] = stack.gateways;
  const run = async (own: number) => {
    const client = new FuzzClient(address);
    for (const request of requests.filter((_, index) => index % CLIENTS === own)) {
      const found = complaintsAbout(request, await client.send(request));
      if (found.length > 0) complaints.push(`${described(request)}: ${found.join('; ')}`);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, own) => run(own)));
  return complaints;
}

test(
  `[B11] ${REQUESTS.toLocaleString('en')} requests generated from the OpenAPI document of the running stack: no 5xx, every status documented, every body as its schema says, no process ends`,
  async () => {
    process.stdout.write(`  FUZZ_SEED=${SEED}\n`);
    // A stream does not end; its header has tests of its own.
    const ending = openApi.operations.filter(({ operationId }) => operationId !== 'events');
    const anyRequest = fc.oneof(...ending.map(requestsTo));
    const requests = fc.sample(anyRequest, { seed: SEED, numRuns: REQUESTS });
    const complaints = await fuzz(requests);
    expect(complaints.slice(0, COMPLAINTS_SHOWN)).toEqual([]);
    expect(stack.deaths).toEqual([]);
  },
  LONGEST_MS,
);
