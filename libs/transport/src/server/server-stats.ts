import type { MessageKind } from './server-options.js';

export interface QueueStats {
  /** Messages waiting and taken. */
  readonly depth: number;
  /** Entries that some replica has taken and not yet acknowledged. */
  readonly pending: number;
  readonly consumers: number;
}

export class ServerCounters {
  /** Entries taken over from a replica that died, and own ones recovered after a lost connection. */
  redelivered = 0;
  /** Requests dropped because nobody waited any more. */
  expired = 0;
  /** Requests that ran beyond their deadline. */
  overdue = 0;
  /** Entries that could not be decrypted: forged, changed, or under another key. */
  refused = 0;
  /** Entries that were malformed, too large or of an unknown pattern. */
  unreadable = 0;
  /** Requests answered with an error because every replica that took them died. */
  abandoned = 0;
  /** Events this replica has parked. */
  deadLettered = 0;
}

export interface ServerStats extends Readonly<ServerCounters> {
  /** Messages this replica works on. */
  readonly inFlight: number;
  /** Failed events waiting for their next try. */
  readonly waitingRetries: number;
  /** As last seen, at most one heartbeat ago. */
  readonly queues: Readonly<Partial<Record<MessageKind, QueueStats>>>;
}
