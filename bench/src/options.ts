import { parseArgs } from 'node:util';

export const OPERATIONS = ['list', 'get', 'create', 'login', 'upload', 'download'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** `default` is `npm start` with nothing installed, `real` the same on the servers of this machine. */
export const SUBJECTS = ['default', 'real', 'floor'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export interface Options {
  subjects: SubjectName[];
  /** A git ref to measure beside this checkout, on the same stores as `default`. */
  against: string | undefined;
  operations: Operation[];
  /** Numbers of callers, each with one connection and one request at a time. */
  connections: number[];
  rounds: number;
  /** Duration of each measurement. */
  seconds: number;
}

function chosen<Name extends string>(list: string, known: readonly Name[], flag: string): Name[] {
  const names = list.split(',');
  const strangers = names.filter((name) => !known.some((one) => one === name));
  if (strangers.length === 0) return names as Name[];
  throw new Error(`--${flag} does not know ${strangers.join(', ')}; it knows ${known.join(', ')}`);
}

function positive(text: string, flag: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${flag} must be a whole number above 0, not ${text}`);
}

/** @throws with the flag that is wrong */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      subjects: { type: 'string', default: SUBJECTS.join(',') },
      against: { type: 'string' },
      operations: { type: 'string', default: OPERATIONS.join(',') },
      connections: { type: 'string', default: '1,8,32' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
    },
  });
  return {
    subjects: chosen(values.subjects, SUBJECTS, 'subjects'),
    against: values.against,
    operations: chosen(values.operations, OPERATIONS, 'operations'),
    connections: values.connections.split(',').map((text) => positive(text, 'connections')),
    rounds: positive(values.rounds, 'rounds'),
    seconds: positive(values.seconds, 'seconds'),
  };
}
