import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

const PROGRAM = createRequire(import.meta.url).resolve('autocannon');

export interface Volley {
  url: string;
  bearer: string;
  connections: number;
  seconds: number;
  /** Requests a second, however many are answered; default: each connection waits for its answer. */
  rate?: number;
}

/** What a volley was answered. */
export interface Answers {
  duration: number;
  '2xx': number;
  non2xx: number;
  /** Connections that broke, time-outs included. */
  errors: number;
  statusCodeStats: Record<string, { count: number }>;
}

/** Sends requests from a process of low priority, which takes the processor time that the product leaves. */
export async function autocannon(volley: Volley): Promise<Answers> {
  const { url, bearer, connections, seconds, rate } = volley;
  const options = [
    ...['-j', '-t', '60', '-c', String(connections), '-d', String(seconds)],
    ...['-H', `authorization=Bearer ${bearer}`],
    ...(rate === undefined ? [] : ['-R', String(rate)]),
  ];
  const running = promisify(execFile)(process.execPath, [PROGRAM, ...options, url]);
  const { pid } = running.child;
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  return JSON.parse((await running).stdout) as Answers;
}
