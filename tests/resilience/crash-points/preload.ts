// Loaded with --import into a process that is to crash: it watches what the process says to PostgreSQL and Redis
// and ends it with SIGKILL at the armed point (see crash-point.ts). The program itself knows nothing of this.
import { existsSync, readFileSync, renameSync } from 'node:fs';

import { type Command, Redis } from 'ioredis';
import pg from 'pg';

import { CRASH_POINT_FILE, type CrashPoint, firedName } from './crash-point.ts';

const file = process.env[CRASH_POINT_FILE] ?? '';

/** On which side of what has these names the process has to end, if on any. */
function crashSide(...names: string[]): CrashPoint['side'] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { at, side } = JSON.parse(readFileSync(file, 'utf8')) as CrashPoint;
    return names.some((name) => name.startsWith(at)) ? side : undefined;
  } catch {
    // Another process has reached the point meanwhile.
    return undefined;
  }
}

/** Ends this process if it is the first to reach the point. */
function crash(): void {
  try {
    renameSync(file, firedName(file));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

type Send = (this: object, command: Command, ...rest: unknown[]) => unknown;
const connections = Redis.prototype as unknown as { sendCommand: Send };
const sendCommand = connections.sendCommand;
connections.sendCommand = function (command, ...rest) {
  const side = crashSide(command.name);
  if (side === 'before') crash();
  if (side === 'after') void command.promise.then(crash, () => undefined);
  return sendCommand.call(this, command, ...rest);
};

type Query = (
  this: object,
  statement: { name?: string; text?: string } | string,
  ...rest: unknown[]
) => Promise<unknown> | undefined;
type Answered = (error: unknown, ...rest: unknown[]) => void;

/** A callback that ends the process once its query has succeeded; anything else as it is. */
const crashingFirst = (given: unknown): unknown =>
  typeof given === 'function'
    ? (error: unknown, ...answer: unknown[]) => {
        if (!error) crash();
        (given as Answered)(error, ...answer);
      }
    : given;

const clients = pg.Client.prototype as unknown as { query: Query };
const query = clients.query;
clients.query = function (statement, ...rest) {
  const { name = '', text = '' } = typeof statement === 'string' ? { text: statement } : statement;
  const side = crashSide(name, text);
  if (side === 'before') crash();
  if (side !== 'after') return query.call(this, statement, ...rest);
  const result = query.call(this, statement, ...rest.map(crashingFirst));
  result?.then(crash, () => undefined);
  return result;
};
