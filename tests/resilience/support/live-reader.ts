import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';
import { EventStream } from '@studiolo/testing/event-stream';

/** Pages come back after a second or more; here they do so sooner, to be cut more often. */
const COME_BACK_MS = 200;

/** A page that stays open while everything behind it is ended: it comes back, to any gateway, where it was. */
export class LiveReader {
  /** Projects it was told of by a change, and how often. */
  readonly told = new Map<string, number>();
  /** Projects it found when it had to read everything again. */
  readonly found = new Set<string>();
  resets = 0;
  private readonly token: string;
  private readonly gateways: readonly string[];
  private stream: EventStream | undefined;
  private cursor: string | undefined;
  private isStopped = false;

  constructor(token: string, gateways: readonly string[]) {
    this.token = token;
    this.gateways = gateways;
  }

  /** Resolves when it has been stopped. */
  async run(): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      await this.readOnce(this.gateways[turn % this.gateways.length] ?? '').catch(() => undefined);
      await delay(COME_BACK_MS);
    }
  }

  get isOpen(): boolean {
    return this.stream?.hasEnded === false && this.stream.events.length > 0;
  }

  /** What it is told counts from now on. */
  forget(): void {
    this.told.clear();
    this.found.clear();
    this.resets = 0;
  }

  stop(): void {
    this.isStopped = true;
    this.stream?.close();
  }

  private async readOnce(gateway: string): Promise<void> {
    const { token, cursor } = this;
    this.stream = await EventStream.open(gateway, {
      token,
      ...(cursor !== undefined && { lastEventId: cursor }),
    });
    const { stream } = this;
    for (let read = 0; !stream.hasEnded || read < stream.events.length;) {
      const event = stream.events[read];
      if (!event) {
        await delay(10);
        continue;
      }
      read += 1;
      if (event.event === 'reset') await this.readAll(gateway);
      const { project_id: projectId } = event.data;
      if (typeof projectId === 'string') {
        this.told.set(projectId, 1 + (this.told.get(projectId) ?? 0));
      }
      // Only now: what could not be read again is asked for again.
      this.cursor = event.id ?? this.cursor;
    }
  }

  private async readAll(gateway: string): Promise<void> {
    const { status, body } = await new Api(this.token, gateway).get('/api/projects');
    if (status !== 200) throw new Error(`The projects were answered with ${status}`);
    this.resets += 1;
    for (const { id } of body.projects as { id: string }[]) this.found.add(id);
  }
}
