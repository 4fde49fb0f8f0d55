import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from '../../stack/parts.ts';
import type { Plan } from '../../stack/plan.ts';
import { Stack } from '../../stack/stack.ts';

const READY_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 10;

export interface Launched {
  stack: Stack;
  startSeconds: number;
  /** Ends a part, starts it again and gives the seconds until it is ready, good to 0.1 s. */
  startAgain: (part: string) => Promise<number>;
}

/**
 * Starts processes and waits for the first answer 200 to `firstRequest`, asked for more often than the
 * stack itself asks, so that the time is good to about 10 ms.
 */
export async function launchSubject(
  plan: Plan,
  parts: Part[],
  firstRequest: () => Promise<Response>,
): Promise<Launched> {
  const awaited = new Map<string, (seconds: number) => void>();
  const stack = new Stack(plan, {
    died: (name, ending, lines) => console.error(`${name} ended (${ending})\n${lines}`),
    back: (name, seconds) => awaited.get(name)?.(seconds),
  });
  const startAgain = async (part: string) => {
    const back = Promise.withResolvers<number>();
    awaited.set(part, back.resolve);
    await stack.restart(part);
    return back.promise;
  };
  const began = performance.now();
  try {
    const started = stack.start(parts);
    // Rejects when a process ends instead of coming up; its success is not waited for here.
    const failed = new Promise<never>((_, reject) => void started.catch(reject));
    await Promise.race([failed, answers(firstRequest)]);
    const startSeconds = (performance.now() - began) / 1000;
    await started;
    return { stack, startSeconds, startAgain };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function answers(firstRequest: () => Promise<Response>): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let last = 'nothing';
  while (performance.now() < deadline) {
    const answer = await firstRequest().catch((error: unknown) => String(error));
    if (typeof answer !== 'string') {
      const text = await answer.text();
      if (answer.status === 200) return;
      last = `${answer.status} ${text.slice(0, 300)}`;
    }
    await delay(ASK_EVERY_MS);
  }
  throw new Error(`No answer 200 within ${READY_WITHIN_MS / 1000} s; the last was: ${last}`);
}
