import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

import { askProcess } from '@studiolo/testing/ask-process';

import type { Kind } from './ledger.ts';

export type LoadOrder =
  | { do: 'prepare'; addresses: readonly string[]; clients: number }
  | { do: 'begin' }
  | { do: 'stop' }
  | { do: 'finish' };

/** What a load saw in one round. */
export interface LoadSummary {
  /** See LoadReport. */
  damage: string[];
  failedOtherThan503: Record<string, number>;
  /** Milliseconds of the answered requests. */
  latencies: Record<Kind, number[]>;
  /** Milliseconds of the requests that were not answered with 2xx. */
  refusalsMs: number[];
  /** Milliseconds from the beginning of the round to that of the last request that failed; 0 if none did. */
  lastFailureMs: number;
}

/**
 * A load (see Load) in a process of its own: other loads, which would share its event loop, do not delay what it
 * measures.
 */
export class LoadElsewhere {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  /** Signs everybody up. */
  static async prepare(addresses: readonly string[], clients: number): Promise<LoadElsewhere> {
    const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] });
    const load = new LoadElsewhere(child);
    await load.order({ do: 'prepare', addresses, clients });
    return load;
  }

  /** Sets everybody to work, for a round of its own. */
  begin(): Promise<object> {
    return this.order({ do: 'begin' });
  }

  /** Gives its process a low priority: it takes the processor time that the product leaves. */
  yieldProcessor(): void {
    if (this.child.pid !== undefined) setPriority(this.child.pid, constants.priority.PRIORITY_LOW);
  }

  /** Lets everybody finish the request under way. */
  stop(): Promise<object> {
    return this.order({ do: 'stop' });
  }

  /** The same; then compares the acknowledgements with the data and gives what it saw in the round. */
  finish(): Promise<LoadSummary> {
    return this.order({ do: 'finish' });
  }

  end(): void {
    if (this.child.connected) this.child.disconnect();
  }

  private order<Answer extends object>(order: LoadOrder): Promise<Answer> {
    return askProcess<Answer>(this.child, order);
  }
}
