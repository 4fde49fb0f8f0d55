import { type MessageSigner, SIGNATURE_LENGTH } from './message-signer.js';

/** The answer to a call. Several travel in one PUBLISH. */
export interface Reply {
  readonly call: number;
  readonly response?: unknown;
  readonly err?: unknown;
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
): readonly Reply[] | undefined {
  let json = message;
  if (signer) {
    json = message.slice(SIGNATURE_LENGTH);
    if (!signer.verify(message.slice(0, SIGNATURE_LENGTH), channel, json)) return undefined;
  }
  try {
    const replies: unknown = JSON.parse(json);
    return Array.isArray(replies) ? (replies as Reply[]) : undefined;
  } catch {
    return undefined;
  }
}
