// Loaded with --import into a process that is to crash: it watches what the process says to PostgreSQL and Redis
// and ends it with SIGKILL at the armed point (see crash-point.ts). The program itself knows nothing of this.
import { readFileSync, renameSync } from 'node:fs';

import { type Command, Redis } from 'ioredis';
import pg from 'pg';

import { CRASH_POINT_FILE, type CrashPoint, firedName } from './crash-point.ts';

const file = process.env[CRASH_POINT_FILE] ?? '';

/** The message at which this process is to end, once it has taken it. */
let watched: { entryId: string; messageId: string; at: string } | undefined;
/** Connections with an open transaction for that message. */
const itsTransactions = new WeakSet<object>();

function armed(): CrashPoint | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CrashPoint;
  } catch {
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

type Entries = [id: string, fields: string[]][];

function headerOf(fields: readonly string[]): { id: string; pattern: string } {
  return JSON.parse(fields[fields.indexOf('h') + 1] ?? '{}') as { id: string; pattern: string };
}

function noticeTaken(streams: [stream: string, entries: Entries][] | null): void {
  const point = armed();
  if (!point || !('message' in point)) return;
  for (const [entryId, fields] of (streams ?? []).flatMap(([, entries]) => entries)) {
    const { id, pattern } = headerOf(fields);
    if (pattern === point.message) watched = { entryId, messageId: id, at: point.at };
  }
}

const isItsAcknowledgement = ({ name, args }: Command): boolean =>
  name === 'xack' &&
  watched?.at === 'before-acknowledgement' &&
  args.flat().map(String).includes(watched.entryId);

type Send = (this: object, command: Command, ...rest: unknown[]) => unknown;
const connections = Redis.prototype as unknown as { sendCommand: Send };
const sendCommand = connections.sendCommand;
connections.sendCommand = function (command, ...rest) {
  if (isItsAcknowledgement(command)) crash();
  if (command.name === 'xreadgroup') {
    void command.promise.then(noticeTaken, () => undefined);
  }
  if (command.name === 'xadd') {
    const point = armed();
    const { pattern } = headerOf(command.args.map(String));
    if (point && 'call' in point && pattern === point.call) crash();
  }
  return sendCommand.call(this, command, ...rest);
};

interface Statement {
  name?: string;
  text?: string;
  values?: unknown[];
}
type Query = (
  this: object,
  statement: Statement | string,
  ...rest: unknown[]
) => Promise<unknown> | undefined;

const isOrdered = (statement: string, { name, text = '' }: Statement): boolean =>
  name === statement || text.startsWith(statement);

/** Whether the statement writes the inbox row of the watched message, the last of its transaction. */
const isItsNote = ({ text = '', values = [] }: Statement): boolean =>
  text.includes('INSERT INTO inbox') &&
  values.some(
    (value) => (value as { message_id?: string } | null)?.message_id === watched?.messageId,
  );

/** Whether the statement does the work of its message, too: then it is a transaction by itself. */
const isWhole = ({ text = '' }: Statement): boolean => text.startsWith('WITH work');

/** Whether the process has to end before or after this query. */
function crashSide(connection: object, statement: Statement): 'before' | 'after' | undefined {
  const isItsCommit =
    itsTransactions.has(connection) && (statement.text === 'COMMIT' || isWhole(statement));
  if (isItsCommit) itsTransactions.delete(connection);
  if (isItsCommit) {
    if (watched?.at === 'before-commit') return 'before';
    if (watched?.at === 'after-commit') return 'after';
  }
  const point = armed();
  const isIt = point && 'statement' in point && isOrdered(point.statement, statement);
  return isIt ? 'before' : undefined;
}

type Answered = (error: unknown, ...rest: unknown[]) => void;

/** Ends the process once the query has succeeded, whether a promise or, as in a pool, a callback gets its result. */
function crashOnce(run: (rest: unknown[]) => Promise<unknown> | undefined, rest: unknown[]) {
  const withCrash = rest.map((one) =>
    typeof one === 'function'
      ? (error: unknown, ...answer: unknown[]) => {
          if (!error) crash();
          (one as Answered)(error, ...answer);
        }
      : one,
  );
  const result = run(withCrash);
  result?.then(crash, () => undefined);
  return result;
}

const clients = pg.Client.prototype as unknown as { query: Query };
const query = clients.query;
clients.query = function (config, ...rest) {
  const statement = typeof config === 'string' ? { text: config } : config;
  if (isItsNote(statement)) itsTransactions.add(this);
  const side = crashSide(this, statement);
  if (side === 'before') crash();
  const run = (given: unknown[]) => query.call(this, config, ...given);
  return side === 'after' ? crashOnce(run, rest) : run(rest);
};
