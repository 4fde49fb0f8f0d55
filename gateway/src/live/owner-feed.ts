import { setTimeout as delay } from 'node:timers/promises';

import type { LiveNotice } from '@studiolo/contracts';

import type { Entry, LiveHistory } from './live-history.js';
import { observeDelivery } from './live-metrics.js';
import type { LiveStream } from './live-stream.js';
import { isUpTo, type Position } from './position.js';

/** Entries that a page which has missed some is told before it must have read them. */
const ENTRIES_AT_ONCE = 50;
const RETRY_MS = 1_000;

type EndOfSessions = Extract<LiveNotice, { end: unknown }>['end'];

/** The open pages of one owner at this gateway. */
export class OwnerFeed {
  /** All of them, and those that have been told everything up to `place`. */
  readonly streams = new Set<LiveStream>();
  private readonly upToDate = new Set<LiveStream>();
  private place: Position | undefined;
  /** What reads the history does so one after the other, so that `place` stays where it is meanwhile. */
  private last: Promise<unknown> = Promise.resolve();
  private nextLook: Promise<void> | undefined;

  constructor(
    private readonly ownerId: string,
    private readonly history: LiveHistory,
  ) {}

  get size(): number {
    return this.streams.size;
  }

  /** Adds a page that goes on from a place, or begins now. @throws when Redis is away */
  join(stream: LiveStream, from: Position | undefined, retryMs: number): Promise<void> {
    return this.afterOthers(async () => {
      this.place ??= await this.history.end(this.ownerId);
      const isKnown = from && (await this.history.after(this.ownerId, from, 0)) !== undefined;
      if (stream.isClosed) return;
      // The page's own cursor until it has read the reset: one that is cut off in between must be told again.
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

  /** Tells what is new, as soon as what is under way has ended. Never fails: while Redis is away it looks again. */
  look(): Promise<void> {
    this.nextLook ??= this.afterOthers(() => {
      this.nextLook = undefined;
      return this.tellNew();
    }).catch(() => this.lookLater());
    return this.nextLook;
  }

  /** Tells every page to come back elsewhere, and closes it. */
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

  /** Tells a page what it has missed, no faster than it reads, until it is up to date. */
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
      // What comes after the place is told to all streams next.
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
