import type { WritePacket } from '@nestjs/microservices';

import { TransportError } from '../transport.error.js';
import type { Reply } from '../wire/reply.js';
import type { CallMeasurement, CallOutcome } from './client-options.js';

export interface Call {
  readonly number: number;
  readonly pattern: string;
  readonly stream: string;
  fields: readonly string[];
  callback: (packet: WritePacket) => void;
  readonly startedAt: number;
  /** Whether Redis has confirmed that it stored the request. */
  stored: boolean;
  timer?: NodeJS.Timeout;
}

/** The calls of one client that wait for an answer; each ends exactly once. */
export class PendingCalls {
  private readonly calls = new Map<number, Call>();

  constructor(private readonly ended: (measurement: CallMeasurement) => void) {}

  get size(): number {
    return this.calls.size;
  }

  add(call: Call, timeoutMs: number): void {
    this.calls.set(call.number, call);
    call.timer = setTimeout(() => this.expire(call), timeoutMs);
  }

  waiting(): Call[] {
    return [...this.calls.values()];
  }

  /** Gives a reply to its call. A service may answer twice: a reply to a call that has ended is dropped. */
  answer({ call: number, err, response }: Reply): void {
    const call = this.calls.get(number);
    if (!call) return;
    if (err === undefined) this.end(call, 'ok', { response });
    else this.end(call, 'error', { err });
  }

  fail(call: Call, error: TransportError): void {
    if (this.calls.has(call.number)) this.end(call, error.code, { err: error });
  }

  failAll(error: TransportError): void {
    for (const call of [...this.calls.values()]) this.fail(call, error);
  }

  /** Removes a call whose subscriber no longer waits. */
  remove(call: Call): void {
    clearTimeout(call.timer);
    this.calls.delete(call.number);
    // V8's Map keeps deleted entries in memory for a while. The garbage collector copies what an entry refers to.
    call.fields = [];
    call.callback = () => undefined;
  }

  private expire(call: Call): void {
    this.fail(
      call,
      call.stored
        ? new TransportError('TIMEOUT', `${call.pattern} was not answered in time`)
        : new TransportError('UNAVAILABLE', `${call.pattern} did not reach Redis in time`),
    );
  }

  private end(call: Call, outcome: CallOutcome, packet: WritePacket): void {
    const { callback, pattern, startedAt } = call;
    this.remove(call);
    this.ended({ pattern, outcome, durationMs: performance.now() - startedAt });
    callback({ ...packet, isDisposed: true });
  }
}
