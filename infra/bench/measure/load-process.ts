// Sends requests as told by its parent: `connections` callers, each with one connection and one request at a time.
import { performance } from 'node:perf_hooks';
import { Client } from 'undici';
import { bodyOf, type Body } from './body.ts';
import type { HttpLoad, LoadOrder, LoadResult } from './load.ts';
import { quantile } from './statistics.ts';

const TIMEOUT_MS = 60_000;

interface Answer {
  status: number;
  bytes: number;
  firstByteMs: number;
  /** The beginning of the answer, to tell why it is not a good one. */
  text: string;
}

interface Tally {
  latencies: number[];
  firstBytes: number[];
  failures: number;
  failure?: string;
  turn: number;
}

function send(client: Client, load: HttpLoad, path: string, body: Body): Promise<Answer> {
  const began = performance.now();
  const answer: Answer = { status: 0, bytes: 0, firstByteMs: NaN, text: '' };
  return new Promise((resolve, reject) => {
    client.dispatch(
      {
        path,
        method: load.method,
        headers: { ...load.headers, ...body.headers },
        body: body.next(),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status) => void (answer.status = status),
        onResponseData: (_controller, chunk) => {
          if (answer.bytes === 0) answer.firstByteMs = performance.now() - began;
          if (answer.status !== load.status) answer.text += chunk.toString().slice(0, 300);
          answer.bytes += chunk.length;
        },
        onResponseEnd: () => resolve(answer),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function whyNotGood(load: HttpLoad, { status, bytes, text }: Answer): string | undefined {
  if (status !== load.status) return `status ${status}: ${text}`;
  if (load.answerBytes === undefined || load.answerBytes === bytes) return undefined;
  return `${bytes} bytes instead of ${load.answerBytes}`;
}

async function call(client: Client, load: HttpLoad, body: Body, tally: Tally): Promise<void> {
  const path = load.paths[tally.turn++ % load.paths.length] ?? '/';
  const began = performance.now();
  const failure = await send(client, load, path, body).then(
    (answer) => {
      tally.firstBytes.push(answer.firstByteMs);
      return whyNotGood(load, answer);
    },
    (error: unknown) => String(error),
  );
  if (failure === undefined) {
    tally.latencies.push(performance.now() - began);
    return;
  }
  tally.failures += 1;
  tally.failure = failure;
}

async function run(load: HttpLoad, { connections, seconds }: LoadOrder): Promise<LoadResult> {
  const options = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const clients = Array.from({ length: connections }, () => new Client(load.origin, options));
  const tally: Tally = { latencies: [], firstBytes: [], failures: 0, turn: 0 };
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      const body = bodyOf(load);
      while (performance.now() < until) await call(client, load, body, tally);
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.destroy()));
  return summary(tally, elapsed);
}

function summary({ latencies, firstBytes, failures, failure }: Tally, seconds: number): LoadResult {
  for (const values of [latencies, firstBytes]) values.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    seconds,
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    firstByteMs: quantile(firstBytes, 0.5),
    failures,
    ...(failure === undefined ? {} : { failure }),
  };
}

process.on('message', ({ load, order }: { load: HttpLoad; order: LoadOrder }) => {
  run(load, order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
