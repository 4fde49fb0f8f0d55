import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';
import { EventStream, type StreamEvent } from '@studiolo/testing/event-stream';

/** Pages come back after a second or more; here they do so sooner, to be cut more often. */
const COME_BACK_MS = 200;

export type LivePage = ReturnType<typeof openPage>;

/**
 * An open page: it reads everything when a stream begins or says `reset`, and whenever one ends it opens another, at the
 * next gateway.
 */
export function openPage(token: string, gateways: readonly string[], first: number) {
  /** By project, how many changes of it the page was told of. */
  const told = new Map<string, number>();
  /** Projects it found when it read everything. */
  const found = new Set<string>();
  let stream: EventStream | undefined;
  let isClosed = false;

  async function readAll(gateway: string): Promise<void> {
    const { status, body } = await new Api(token, gateway).get('/api/projects');
    if (status !== 200) throw new Error(`The projects were answered with ${status}`);
    for (const { id } of body.projects as { id: string }[]) found.add(id);
  }

  async function follow(gateway: string): Promise<void> {
    const onEvent = ({ event, data: { project_id: project } }: StreamEvent) => {
      if (typeof project === 'string') told.set(project, 1 + (told.get(project) ?? 0));
      // Without the projects the stream is of no use: the page opens another.
      if (event !== 'change') void readAll(gateway).catch(() => stream?.close());
    };
    stream = await EventStream.open(gateway, { token, onEvent });
    if (isClosed) stream.close();
    await stream.ended();
  }

  async function run(): Promise<void> {
    for (let turn = first; !isClosed; turn += 1) {
      await follow(gateways[turn % gateways.length] ?? '').catch(() => undefined);
      await delay(COME_BACK_MS);
    }
  }

  const running = run();
  return {
    ...{ told, found },
    /** What it is told counts from now on. */
    forget(): void {
      told.clear();
      found.clear();
    },
    async close(): Promise<void> {
      isClosed = true;
      stream?.close();
      await running;
    },
  };
}
