import type { Request } from 'autocannon';

import type { Groups } from './processes.ts';

export const OPERATIONS = ['list', 'get', 'create', 'login', 'upload', 'download'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How an operation is done: autocannon sends the requests of a connection in turn. */
export interface Load {
  requests: Request[];
  /** Removes what the load has left behind. */
  tidy?: () => Promise<void>;
}

/** Something to measure, which is running and whose account is filled. */
export interface Subject {
  name: string;
  origin: string;
  /** From the start of its first process until it is ready. */
  startSeconds: number;
  /** Its processes and those of the stores it uses. */
  groups: () => Groups;
  /** The Redis of a Studiolo. */
  redisUrl?: string;
  loads: Partial<Record<Operation, Load>>;
  stop: () => Promise<void>;
}

/** What every account contains. */
export const PROJECTS = 20;
export const FILES = 3;
export const FILE_BYTES = 1024 * 1024;

export const projectFields = (number: number) => ({
  title: `Wedding of Ana and Luis, part ${number}`,
  client: 'Ana Duarte',
  contact: 'ana@example.com',
  status: 'in_progress',
  description: 'Two photographers, one videographer, church and garden, 480 selects.',
});
