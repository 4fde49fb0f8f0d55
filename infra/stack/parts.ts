import type { Command } from './child.ts';
import type { OwnServers, Plan } from './plan.ts';

/** A part of the stack: how to start its processes, how to see that they are ready, and what the console prints. */
export interface Part {
  /** Name of its log file and, with a number, of its replicas. */
  name: string;
  title: string;
  /** Stores start first and end last; the stack ends when one of them does. Services and the edge are restarted. */
  tier: 'store' | 'service' | 'edge';
  /** Setting for a server of your own; when it is set, this part is not started. */
  replacedBy?: keyof OwnServers;
  /** Number of processes; 1 by default. */
  replicas?: (plan: Plan) => number;
  /** Folder in the data folder, created before the start. */
  folder?: string;
  command: (plan: Plan, replica: number) => Command | Promise<Command>;
  /** Rejects with the reason while the process is not ready. */
  ready: (plan: Plan, replica: number) => Promise<void>;
  /** Its address, for the console. */
  address?: (plan: Plan) => string;
}
