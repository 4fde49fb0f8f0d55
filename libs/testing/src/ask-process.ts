import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a forked process and waits for its answer; rejects when it ends instead. */
export async function askProcess<Answer extends object>(
  child: ChildProcess,
  message: object,
): Promise<Answer> {
  const done = new AbortController();
  const { signal } = done;
  child.send(message);
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The process ended (code ${String(code)})`);
      }),
    ])) as [Answer | { error: string }];
    if ('error' in answer) throw new Error(String(answer.error));
    return answer;
  } finally {
    done.abort();
  }
}
