import type { MessageCipher } from './message-cipher.js';

/** What a message says of itself in clear text, to anybody who can read Redis. */
export interface MessageHeader {
  /** Stable over redeliveries and resends. */
  readonly id: string;
  readonly pattern: string;
  /** Requests only: the client process that waits, and which of its calls this is. */
  readonly replyTo?: string;
  readonly call?: number;
  /** Requests only: epoch milliseconds of Redis' own clock. */
  readonly deadline?: number;
}

/** What a message carries, which only its receiver may read. */
export interface MessageBody {
  readonly metadata: Record<string, string>;
  /** The payload as JSON. */
  readonly dataText: string;
}

export interface ReadableEntry {
  readonly outcome: 'ok';
  readonly header: MessageHeader;
  readonly metadata: Record<string, string>;
  readonly data: unknown;
}

export type DecodedEntry =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreadable-header' }
  | { readonly outcome: 'too-large' | 'unreadable-data'; readonly header: MessageHeader }
  | ReadableEntry;

/** Longest payload, header and reply, as JSON. */
export const MAX_MESSAGE_BYTES = 1_048_576;

/** Field names of a stream entry. */
const HEADER = 'h';
const BODY = 'b';
const MESSAGE_FIELDS: ReadonlySet<string> = new Set([HEADER, BODY]);

export function encodeEntry(
  stream: string,
  header: MessageHeader,
  { metadata, dataText }: MessageBody,
  cipher: MessageCipher | undefined,
): string[] {
  const headerJson = JSON.stringify(header);
  // JSON has no line breaks of its own.
  const body = `${JSON.stringify(metadata)}\n${dataText}`;
  return [HEADER, headerJson, BODY, cipher?.seal(body, stream, headerJson) ?? body];
}

export function decodeEntry(
  stream: string,
  fields: readonly string[],
  cipher: MessageCipher | undefined,
): DecodedEntry {
  const headerJson = fieldOf(fields, HEADER) ?? '';
  const stored = fieldOf(fields, BODY) ?? '';
  const body = cipher ? cipher.open(stored, stream, headerJson) : stored;
  if (body === undefined) return { outcome: 'refused' };
  const header = headerJson.length > MAX_MESSAGE_BYTES ? undefined : parseHeader(headerJson);
  if (!header) return { outcome: 'unreadable-header' };
  const end = body.indexOf('\n');
  const dataText = body.slice(end + 1);
  if (dataText.length > MAX_MESSAGE_BYTES) return { outcome: 'too-large', header };
  try {
    const metadata = JSON.parse(body.slice(0, end)) as Record<string, string> | null;
    if (typeof metadata === 'object' && metadata !== null)
      return { outcome: 'ok', header, metadata, data: JSON.parse(dataText) as unknown };
  } catch {
    // Answered below.
  }
  return { outcome: 'unreadable-data', header };
}

/** Says what is wrong with an entry, and where to look for the cause. */
export function explain(outcome: Exclude<DecodedEntry['outcome'], 'ok'>): string {
  return outcome === 'refused'
    ? 'it cannot be decrypted; is signingKey the same in every process?'
    : outcome;
}

/** The fields of the message itself: a dead letter has further ones. */
export function messageFields(fields: readonly string[]): string[] {
  return fields.filter((_, at) => MESSAGE_FIELDS.has(fields[at - (at % 2)] ?? ''));
}

export function fieldOf(fields: readonly string[], name: string): string | undefined {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    if (fields[at] === name) return fields[at + 1];
  }
  return undefined;
}

export function parseHeader(json: string): MessageHeader | undefined {
  let header: Partial<Record<keyof MessageHeader, unknown>> | null;
  try {
    header = JSON.parse(json) as typeof header;
  } catch {
    return undefined;
  }
  const readable =
    typeof header?.id === 'string' &&
    typeof header.pattern === 'string' &&
    ['string', 'undefined'].includes(typeof header.replyTo) &&
    ['number', 'undefined'].includes(typeof header.call) &&
    ['number', 'undefined'].includes(typeof header.deadline);
  return readable ? (header as unknown as MessageHeader) : undefined;
}
