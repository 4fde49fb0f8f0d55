import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { SessionReader } from '../session/session-reader.js';
import type { Session } from '../session/token-verifier.js';
import type { LiveStream } from './live-stream.js';
import { Rounds } from './rounds.js';

/** Shorter than Redis remembers that a session has ended. */
const LOOK_MS = 60_000;
/** A session that expired is noticed then, and one that is only watched counts as seen. */
const ASK_MS = 60 * 60_000;
const TURNS = 60;
/** A notice that is not lost comes within this time, and says why the session has ended. */
const NOTICE_MS = 2_000;

/**
 * Ends the streams of a session that has ended, in case the notice of it was lost. All streams of a session cost one
 * Redis read a minute, and one call to auth an hour.
 */
@Injectable()
export class SessionWatch {
  private readonly bySession = new Map<string, Set<LiveStream>>();
  private readonly looks: Rounds<string>;
  private readonly questions: Rounds<string>;

  constructor(sessions: SessionReader) {
    const look = (session: Session) => sessions.seemsAlive(session);
    const ask = (session: Session) => sessions.isAlive(session);
    this.looks = new Rounds(LOOK_MS, TURNS, (id) => void this.check(id, look));
    this.questions = new Rounds(ASK_MS, TURNS, (id) => void this.check(id, ask));
  }

  add(stream: LiveStream): void {
    const { sessionId } = stream.session;
    const streams = this.bySession.get(sessionId) ?? new Set();
    this.bySession.set(sessionId, streams.add(stream));
    this.looks.add(sessionId);
    this.questions.add(sessionId);
  }

  delete(stream: LiveStream): void {
    const { sessionId } = stream.session;
    const streams = this.bySession.get(sessionId);
    streams?.delete(stream);
    if (!streams || streams.size > 0) return;
    this.bySession.delete(sessionId);
    this.looks.delete(sessionId);
    this.questions.delete(sessionId);
  }

  private async check(
    sessionId: string,
    isAlive: (session: Session) => Promise<boolean>,
  ): Promise<void> {
    const streams = [...(this.bySession.get(sessionId) ?? [])];
    const [first] = streams;
    // Streams whose session cannot be checked stay open: every call of their pages checks it anyway.
    if (!first || (await isAlive(first.session).catch(() => true))) return;
    await delay(NOTICE_MS, undefined, { ref: false });
    for (const stream of streams) stream.end({ reason: 'session_ended' });
  }
}
