import type { MessageCipher } from './message-cipher.js';

/** The answer to a call. Several travel in one PUBLISH. */
export interface Reply {
  readonly call: number;
  readonly response?: unknown;
  readonly err?: unknown;
}

export function encodeReplies(
  channel: string,
  replies: readonly string[],
  cipher: MessageCipher | undefined,
): string {
  const json = `[${replies.join(',')}]`;
  return cipher?.seal(json, channel) ?? json;
}

/** Returns undefined when the message cannot be decrypted or is not a list of replies. */
export function decodeReplies(
  channel: string,
  message: string,
  cipher: MessageCipher | undefined,
): readonly Reply[] | undefined {
  const json = cipher ? cipher.open(message, channel) : message;
  if (json === undefined) return undefined;
  try {
    const replies: unknown = JSON.parse(json);
    return Array.isArray(replies) ? (replies as Reply[]) : undefined;
  } catch {
    return undefined;
  }
}
