import type { Command } from './child.ts';
import type { OwnServers, Plan } from './plan.ts';

/** One line of the stack's table: a process, how it is started, how its readiness is seen and what it prints. */
export interface Part {
  /** Names its log file and, with a number, its replicas. */
  name: string;
  title: string;
  /** Stores start first and end last; the stack ends with them. Services and the edge are started again. */
  tier: 'store' | 'service' | 'edge';
  /** A server of the reader's own that takes its place; then nothing is started. */
  replacedBy?: keyof OwnServers;
  /** How many processes; 1 unless given. */
  replicas?: (plan: Plan) => number;
  /** Folder in the data folder that must exist before the start. */
  folder?: string;
  command: (plan: Plan, replica: number) => Command | Promise<Command>;
  /** Rejects with the reason while the process cannot do its work yet. */
  ready: (plan: Plan, replica: number) => Promise<void>;
  /** Where it is found, for the console. */
  address?: (plan: Plan) => string;
}
