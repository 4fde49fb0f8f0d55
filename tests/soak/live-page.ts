import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';
import { EventStream, type StreamEvent } from '@studiolo/testing/event-stream';

/** Pages come back after a second or more; here they do so sooner, to be cut more often. */
const COME_BACK_MS = 200;

/** An open page: it reads everything when a stream begins or says `reset`, and whenever one ends it opens another. */
export class LivePage {
  /** By project, how many changes of it the page was told of. */
  readonly told = new Map<string, number>();
  /** Projects it found when it read everything. */
  readonly found = new Set<string>();
  private readonly token: string;
  private readonly gateways: readonly string[];
  private stream: EventStream | undefined;
  private isStopped = false;

  /** @param gateways their addresses; each stream is opened at the next one */
  constructor(token: string, gateways: readonly string[]) {
    this.token = token;
    this.gateways = gateways;
  }

  /** What it is told counts from now on. */
  forget(): void {
    this.told.clear();
    this.found.clear();
  }

  /** Resolves when it has been stopped. */
  async run(): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      await this.follow(this.gateways[turn % this.gateways.length] ?? '').catch(() => undefined);
      if (!this.isStopped) await delay(COME_BACK_MS);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.stream?.close();
  }

  private async follow(gateway: string): Promise<void> {
    const onEvent = ({ event, data: { project_id: project } }: StreamEvent) => {
      if (typeof project === 'string') this.told.set(project, 1 + (this.told.get(project) ?? 0));
      // Without the projects the stream is of no use: the page opens another.
      if (event !== 'change') void this.readAll(gateway).catch(() => this.stream?.close());
    };
    this.stream = await EventStream.open(gateway, { token: this.token, onEvent });
    if (this.isStopped) this.stream.close();
    await this.stream.ended();
  }

  private async readAll(gateway: string): Promise<void> {
    const { status, body } = await new Api(this.token, gateway).get('/api/projects');
    if (status !== 200) throw new Error(`The projects were answered with ${status}`);
    for (const { id } of body.projects as { id: string }[]) this.found.add(id);
  }
}
