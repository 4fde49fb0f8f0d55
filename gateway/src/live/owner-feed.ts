import { setTimeout as delay } from 'node:timers/promises';

import type { LiveNotice } from '@studiolo/contracts';

import type { Entry, LiveHistory } from './live-history.js';
import { observeDelivery } from './live-metrics.js';
import type { LiveStream } from './live-stream.js';
import { isUpTo, type Position } from './position.js';

/** Missed entries sent to a page before waiting until it has read them. */
const ENTRIES_AT_ONCE = 50;
const RETRY_MS = 1_000;

type EndOfSessions = Extract<LiveNotice, { end: unknown }>['end'];

/** The pages of one owner that are connected to this gateway. */
export class OwnerFeed {
  /** All streams, and those that have been sent everything up to `place`. */
  readonly streams = new Set<LiveStream>();
  private readonly upToDate = new Set<LiveStream>();
  private place: Position | undefined;
  /** Reads of the history run one after the other, so that `place` does not change during one. */
  private last: Promise<unknown> = Promise.resolve();
  private nextLook: Promise<void> | undefined;

  constructor(
    private readonly ownerId: string,
    private readonly history: LiveHistory,
  ) {}

  get size(): number {
    return this.streams.size;
  }

  /** Adds a page that resumes from a position, or starts now. @throws when Redis is away */
  join(stream: LiveStream, from: Position | undefined, retryMs: number): Promise<void> {
    return this.afterOthers(async () => {
      this.place ??= await this.history.end(this.ownerId);
      const isKnown = from && (await this.history.after(this.ownerId, from, 0)) !== undefined;
      if (stream.isClosed) return;
      // Keeps the page's own cursor until it has read the reset: if cut off in between, it must be sent the reset
      // again.
      stream.hello(from ?? this.place, retryMs);
      this.streams.add(stream);
      if (isKnown) void this.catchUp(stream);
      else this.upToDate.add(stream);
      if (from && !isKnown) stream.reset(this.place);
    });
  }

  leave(stream: LiveStream): void {
    this.streams.delete(stream);
    this.upToDate.delete(stream);
  }

  /** Sends new changes, after any read in progress. Never fails: while Redis is away it retries. */
  look(): Promise<void> {
    this.nextLook ??= this.afterOthers(() => {
      this.nextLook = undefined;
      return this.tellNew();
    }).catch(() => this.lookLater());
    return this.nextLook;
  }

  /** Tells every page to reconnect elsewhere, and closes its stream. */
  release(retryMs: () => number): void {
    for (const stream of this.streams) stream.release(retryMs());
  }

  private lookLater(): void {
    if (this.size > 0) setTimeout(() => void this.look(), RETRY_MS).unref();
  }

  private async tellNew(): Promise<void> {
    if (!this.place || this.size === 0) return;
    const entries = await this.history.after(this.ownerId, this.place);
    if (entries) {
      for (const entry of entries) this.tellAll(entry);
      this.place = entries.at(-1)?.position ?? this.place;
      return;
    }
    this.place = await this.history.end(this.ownerId);
    for (const stream of this.upToDate) stream.reset(this.place);
  }

  private tellAll({ position, notice }: Entry): void {
    if (notice && 'end' in notice) this.endStreams(notice.end);
    if (!(notice && 'change' in notice)) return;
    observeDelivery(notice.change);
    for (const stream of this.upToDate) {
      stream.change(position, notice.change);
      if (stream.isBehind) void this.catchUp(stream);
    }
  }

  private endStreams({ reason, sessionIds }: EndOfSessions): void {
    for (const stream of this.streams) {
      if (sessionIds?.includes(stream.session.sessionId) ?? true) stream.end({ reason });
    }
  }

  /** Sends a page the changes it has missed, no faster than it reads, until it is up to date. */
  private async catchUp(stream: LiveStream): Promise<void> {
    this.upToDate.delete(stream);
    do {
      await stream.drained();
      await this.afterOthers(() => this.tellSome(stream)).catch(() => delay(RETRY_MS));
    } while (!stream.isClosed && !this.upToDate.has(stream));
  }

  private async tellSome(stream: LiveStream): Promise<void> {
    const { place } = this;
    if (stream.isClosed || !place) return;
    const entries = await this.history.after(this.ownerId, stream.place, ENTRIES_AT_ONCE);
    if (entries) {
      // Entries after `place` are sent to all streams next.
      const missed = entries.filter(({ position }) => isUpTo(position.id, place.id));
      for (const { position, notice } of missed) {
        stream.place = position;
        if (notice && 'change' in notice) stream.change(position, notice.change);
      }
      if (missed.length === ENTRIES_AT_ONCE) return;
    } else stream.reset(place);
    if (!stream.isClosed) this.upToDate.add(stream);
  }

  private afterOthers(work: () => Promise<void>): Promise<void> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }
}
