import type { HttpLoad, LoadOrder, LoadResult } from '../measure/load.ts';
import type { RunningPart } from '../../stack/stack.ts';
import type { Stores } from './stores.ts';

export const OPERATIONS = ['list', 'get', 'create', 'login', 'upload', 'download'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Work that is no HTTP request: the subject runs it in a process of its own. */
export type Work = (order: LoadOrder) => Promise<LoadResult>;

/** Something that is measured, up and with its account filled. */
export interface RunningSubject {
  /** Seconds from the start of its first process to the first answer 200 to the list. */
  startSeconds: number;
  /** Its own processes, without the stores. */
  processes: () => RunningPart[];
  /** How each operation is done here; one that is missing is not measured. */
  requests: Partial<Record<Operation, HttpLoad | Work>>;
  /** Starts one of its processes again beside the others; gives the seconds until it is ready, good to 0.1 s. */
  startAgain?: (process: string) => Promise<number>;
  /** Removes what uploads have left, so that the disk does not fill. */
  tidy?: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface Subject {
  name: string;
  title: string;
  /** Builds or installs what it needs; rejects with the reason why it cannot be measured here. */
  prepare?: (stores: Stores) => Promise<void>;
  start: (stores: Stores) => Promise<RunningSubject>;
}

/** What every account is filled with. */
export const PROJECTS = 20;
export const FILES = 3;
export const FILE_BYTES = 1024 * 1024;

export const projectFields = (number: number) => ({
  title: `Wedding of Ana and Luis, part ${number}`,
  client: 'Ana Duarte',
  contact: 'ana@example.com',
  status: 'in_progress' as const,
  description: 'Two photographers, one videographer, church and garden, 480 selects.',
});

export const account = { email: 'bench@example.com', password: 'a password of fair length' };
/** Creates and uploads, so that the lists of the account above stay as they are. */
export const writer = { email: 'writer@example.com', password: 'a password of fair length' };
