import type { Command } from './child.ts';
import type { Plan } from './plan.ts';

/** One line of the stack's table: a process, how it is started and how its readiness is seen. */
export interface Part {
  /** Names its log file and, with a number, its replicas. */
  name: string;
  title: string;
  /** Stores start first and end last; the stack ends with them. Services and the edge are started again. */
  tier: 'store' | 'service' | 'edge';
  /** True when the plan names a server of the reader's own; then nothing is started. */
  isReplaced?: (plan: Plan) => boolean;
  /** How many processes; 1 unless given. */
  replicas?: (plan: Plan) => number;
  /** Folder in the data folder that must exist before the start. */
  folder?: string;
  command: (plan: Plan, replica: number) => Command | Promise<Command>;
  /** Rejects with the reason while the process cannot do its work yet. */
  ready: (plan: Plan, replica: number) => Promise<void>;
}
