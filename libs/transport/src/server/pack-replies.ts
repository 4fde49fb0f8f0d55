import { replyChannel } from '../redis/keys.js';

export interface OutgoingReply {
  readonly replyTo: string;
  readonly json: string;
  /** Redis time in epoch milliseconds after which nobody waits for it. */
  readonly deadline: number;
}

export interface Publication {
  readonly replies: readonly OutgoingReply[];
  readonly channel: string;
}

/** A message takes no further reply once it is longer than this many characters. */
const MESSAGE_LENGTH = 262_144;

/** Packs the replies to each client into as few messages as their length allows. */
export function packReplies(prefix: string, replies: readonly OutgoingReply[]): Publication[] {
  const open = new Map<string, { replies: OutgoingReply[]; channel: string; length: number }>();
  const packed: Publication[] = [];
  for (const reply of replies) {
    let message = open.get(reply.replyTo);
    if (!message || message.length > MESSAGE_LENGTH) {
      message = { replies: [], channel: replyChannel(prefix, reply.replyTo), length: 0 };
      open.set(reply.replyTo, message);
      packed.push(message);
    }
    message.replies.push(reply);
    message.length += reply.json.length;
  }
  return packed;
}
