import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';

import type { RedisConnection } from '../redis/redis-connection.js';
import { decodeEntry, encodeEntry, explain, type MessageHeader } from '../wire/entry.js';
import type { HandlingParts } from './handling-parts.js';
import { type Failure, runEvent } from './run-event.js';

const READ_COUNT = 64;
/** Short enough for a dead connection to be noticed, long enough to cost nothing when idle. */
const BLOCK_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 100;
/** Before every entry: the position in a stream that was empty at the start. */
const BEGINNING = '0-0';

export interface BroadcastsParts {
  readonly stream: string;
  readonly handling: HandlingParts;
  readonly commands: RedisConnection;
  /** Of its own, for the blocking read. */
  readonly reading: RedisConnection;
}

/** Whether it was declared as `@EventPattern(pattern, { broadcast: true })`. */
export function isBroadcast({ extras }: MessageHandler): boolean {
  return extras?.broadcast === true;
}

type Entry = [id: string, fields: string[]];

/** A capped stream without a group: each replica reads all of it from where it came in, one event after another. */
export class Broadcasts {
  running = 0;
  private readonly logger = new Logger(Broadcasts.name);
  private position: string | undefined;
  private connectedAs: number | undefined;
  private reads: Promise<Entry[]> = Promise.resolve([]);
  private stopped = false;

  constructor(private readonly parts: BroadcastsParts) {}

  get isReady(): boolean {
    return this.parts.reading.isReady && this.position !== undefined;
  }

  /** Hands on to every replica what this one has taken from the stream of events. */
  async pass(header: MessageHeader, dataText: string): Promise<Failure> {
    const { stream, commands, handling } = this.parts;
    const fields = encodeEntry(stream, header, dataText, handling.signer);
    const { maxBroadcasts } = handling.settings;
    return commands.redis.xadd(stream, 'MAXLEN', '~', maxBroadcasts, '*', ...fields).then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    );
  }

  start(): void {
    this.parts.reading.start();
    void this.run();
  }

  /** Resolves once no further entry can arrive. */
  async stopReading(): Promise<void> {
    this.stopped = true;
    const { commands, reading } = this.parts;
    if (commands.isReady && reading.clientId !== undefined) {
      await commands.redis.client('UNBLOCK', reading.clientId).catch(() => undefined);
    }
    if (!reading.isReady) reading.close();
    await this.reads;
  }

  close(): void {
    this.parts.reading.close();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.parts.reading.whenReady();
      if (this.stopped) return;
      this.reads = this.read().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
        return [];
      });
      for (const [id, fields] of await this.reads) {
        if (this.stopped) return;
        this.running = 1;
        await this.handle(id, fields).catch((error: unknown) => this.logger.error(error));
        this.running = 0;
        this.position = id;
      }
    }
  }

  private async read(): Promise<Entry[]> {
    const { stream, reading } = this.parts;
    const { redis } = reading;
    if (this.position === undefined) {
      const [last] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
      this.position = last?.[0] ?? BEGINNING;
      this.connectedAs = reading.clientId;
    }
    const { position } = this;
    const [[failure, found] = [], [, before] = []] =
      (await redis
        .pipeline()
        .xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', stream, position)
        .xrange(stream, position, position)
        .exec()) ?? [];
    if (failure) throw failure;
    const [[, entries] = [stream, []]] = (found ?? []) as [string, Entry[]][];
    this.checkGap((before as Entry[]).length > 0, entries.length > 0);
    return entries;
  }

  /** What was read last and is still there after the next read has nothing missing behind it. */
  private checkGap(lastIsThere: boolean, hasRead: boolean): void {
    const { clientId } = this.parts.reading;
    const reconnected = clientId !== this.connectedAs;
    this.connectedAs = clientId;
    if (lastIsThere || (this.position === BEGINNING && !reconnected)) return;
    // Redis has lost its data: whatever is added now is new.
    if (!hasRead) this.position = BEGINNING;
    this.logger.warn(`Events of ${this.parts.stream} may have been missed`);
    this.parts.handling.settings.onBroadcastsMissed?.();
  }

  private async handle(id: string, fields: string[]): Promise<void> {
    const { stream, handling } = this.parts;
    const { settings, signer, host, counter } = handling;
    const entry = decodeEntry(stream, fields, signer, settings);
    const handler = entry.outcome === 'ok' && host.find(entry.header.pattern);
    if (entry.outcome !== 'ok' || !handler) {
      counter.add(entry.outcome === 'refused' ? 'refused' : 'unreadable');
      const reason = entry.outcome === 'ok' ? 'no handler' : explain(entry.outcome);
      this.logger.warn(`Dropped ${id} of ${stream}: ${reason}`);
      return;
    }
    const failure = await runEvent(handling, handler, entry, 1);
    if (failure) this.logger.error(failure.cause, `${entry.header.pattern} failed`);
  }
}
