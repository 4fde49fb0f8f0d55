import { setTimeout as delay } from 'node:timers/promises';

import { EventStream, type StreamEvent } from '@studiolo/testing/event-stream';

interface LivePageOptions {
  readonly token: string;
  /** Addresses as they are now; each time it comes back it uses the next one. */
  readonly gateways: () => readonly string[];
  /** Reads the ids of all projects, when the page is told to read everything again. */
  readonly readAll: (gateway: string) => readonly string[] | Promise<readonly string[]>;
  readonly pauseMs: number;
}

/** An open page: whenever its stream ends, it comes back to the next gateway and reads everything again. */
export class LivePage {
  /** By project, how many changes of it the page was told of. */
  readonly told = new Map<string, number>();
  /** Projects it found when it read everything again. */
  readonly found = new Set<string>();
  /** Times it has read everything again. */
  resets = 0;
  private readonly options: LivePageOptions;
  private stream: EventStream | undefined;
  private lastEventId: string | undefined;
  private mustReadAll = false;
  private isStopped = false;

  constructor(options: LivePageOptions) {
    this.options = options;
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

  /** Resolves when it has been stopped. */
  async run(): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      const gateways = this.options.gateways();
      await this.follow(gateways[turn % gateways.length] ?? '').catch(() => undefined);
      if (!this.isStopped) await delay(this.options.pauseMs);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.stream?.close();
  }

  private async follow(gateway: string): Promise<void> {
    const stream = await EventStream.open(gateway, {
      token: this.options.token,
      ...(this.lastEventId !== undefined && { lastEventId: this.lastEventId }),
      onEvent: (event) => this.take(event, gateway),
    });
    this.stream = stream;
    if (this.isStopped) stream.close();
    if (this.mustReadAll) this.readAll(gateway);
    await stream.ended();
  }

  private take({ event, id, data }: StreamEvent, gateway: string): void {
    this.lastEventId = id ?? this.lastEventId;
    const { project_id: project } = data;
    if (typeof project === 'string') this.told.set(project, 1 + (this.told.get(project) ?? 0));
    if (event === 'reset') this.readAll(gateway);
  }

  /** Until this has succeeded, it is tried again with each stream. */
  private readAll(gateway: string): void {
    this.mustReadAll = true;
    Promise.resolve(this.options.readAll(gateway)).then(
      (projects) => {
        this.mustReadAll = false;
        this.resets += 1;
        for (const project of projects) this.found.add(project);
      },
      () => this.stream?.close(),
    );
  }
}
