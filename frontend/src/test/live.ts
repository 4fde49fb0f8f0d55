import type { LiveChange } from '@studiolo/contracts';

import { answerEvents, server } from './server';

const encoder = new TextEncoder();

/** A stream of changes that the test writes. */
export function liveStream() {
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const start = (stream: ReadableStreamDefaultController<Uint8Array>) => void open.push(stream);
  server.use(answerEvents(() => new ReadableStream({ start })));
  const send = (event: string, data: object) => {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    open.at(-1)?.enqueue(encoder.encode(text));
  };
  return {
    get requests() {
      return open.length;
    },
    hello: () => send('hello', {}),
    change: (change: Partial<LiveChange>) => {
      const at = '2026-11-20T08:00:00.000Z';
      send('change', { kind: 'project', action: 'updated', project_id: null, at, ...change });
    },
    reset: () => send('reset', {}),
    end: (reason: string) => send('end', { reason }),
    /** @param retryMs the pause that the server asks for */
    cut: (retryMs = 1) => {
      open.at(-1)?.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
      open.at(-1)?.close();
    },
  };
}
