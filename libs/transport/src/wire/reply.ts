import { type Codec, jsonCodec } from '../codec.js';
import { type MessageSigner, SIGNATURE_LENGTH } from './message-signer.js';

/** One answer (or one of several) to a call. Several travel in one PUBLISH. */
export interface Reply {
  readonly call: number;
  readonly response?: unknown;
  readonly err?: unknown;
  /** No further answer follows. */
  readonly done?: boolean;
}

const UNREADABLE = {
  status: 'error',
  message: 'The reply could not be read; is codec the same in every process?',
};

/** A reply is JSON, and so is an error. The text of another codec stands in it as a string. */
export function encodeReply({ call, response, err, done }: Reply, codec: Codec): string {
  const isPlain = codec === jsonCodec || response === undefined;
  return JSON.stringify({ call, err, response: isPlain ? response : codec.encode(response), done });
}

export function encodeReplies(
  channel: string,
  replies: readonly string[],
  signer: MessageSigner | undefined,
): string {
  const json = `[${replies.join(',')}]`;
  return signer ? signer.sign(channel, json) + json : json;
}

/** Returns undefined when the signature does not verify or the text is not a list of replies. */
export function decodeReplies(
  channel: string,
  message: string,
  signer: MessageSigner | undefined,
  codec: Codec,
): readonly Reply[] | undefined {
  let json = message;
  if (signer) {
    json = message.slice(SIGNATURE_LENGTH);
    if (!signer.verify(message.slice(0, SIGNATURE_LENGTH), channel, json)) return undefined;
  }
  try {
    const replies = JSON.parse(json) as unknown;
    if (!Array.isArray(replies)) return undefined;
    return codec === jsonCodec
      ? (replies as Reply[])
      : (replies as Reply[]).map((reply) => readResponse(reply, codec));
  } catch {
    return undefined;
  }
}

/** A response that cannot be read becomes an error, so that its caller hears of it. */
function readResponse(reply: Reply, codec: Codec): Reply {
  if (reply.response === undefined) return reply;
  try {
    return { ...reply, response: codec.decode(reply.response as string) };
  } catch {
    return { call: reply.call, err: UNREADABLE, done: true };
  }
}
