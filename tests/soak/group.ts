import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';

import { failureOf, HANGS_AFTER_MS } from '../resilience/load/owner.ts';

const CONNECTION_LOST = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;

/** Calls one gateway and does not repeat a call whose answer was lost: its outcome stays unknown. */
export class OnceApi extends Api {
  protected override exchange(path: string, init: RequestInit): Promise<Response> {
    return super.exchange(path, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) });
  }
}

/** The status of an answer; 0 when it was lost. */
export const statusOf = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );

/** People who repeat one kind of work. */
export interface Group {
  size: number;
  pauseMs: number;
  /** What one of them does once; a lost connection ends it without a violation. */
  turn: (number: number, count: number) => Promise<void>;
  /** Looks for what is wrong when all faults are over and nobody works. */
  check?: () => Promise<void>;
}

/** The addresses of the gateways, and the list to which everybody adds what must not be. */
export interface Place {
  gateways: readonly string[];
  violations: string[];
  /** Projects whose files are damaged on purpose, so that their downloads may be refused. */
  damagedProjects: Set<string>;
}

/** Lets all people of a group work until the signal. */
export async function work({ size, pauseMs, turn }: Group, signal: AbortSignal): Promise<void> {
  const people = Array.from({ length: size }, async (_, number) => {
    for (let count = 0; !signal.aborted; count += 1) {
      await turn(number, count).catch((error: unknown) => {
        if (!CONNECTION_LOST.test(failureOf(error))) throw error;
      });
      await delay(pauseMs);
    }
  });
  await Promise.all(people);
}
