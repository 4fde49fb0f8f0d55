import type { MessageSigner } from './message-signer.js';

/** The properties of a message beside its data. */
export interface MessageHeader {
  /** Stable over redeliveries and resends. */
  readonly id: string;
  readonly pattern: string;
  /** Requests only: the client process that waits, and which of its calls this is. */
  readonly replyTo?: string;
  readonly call?: number;
  /** Requests only: epoch milliseconds of Redis' own clock. */
  readonly deadline?: number;
  readonly metadata?: Record<string, string>;
}

export interface ReadableEntry {
  readonly outcome: 'ok';
  readonly header: MessageHeader;
  readonly data: unknown;
}

export type DecodedEntry =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreadable-header' }
  | { readonly outcome: 'too-large' | 'unreadable-data'; readonly header: MessageHeader }
  | ReadableEntry;

/** Longest payload, header and reply, as JSON. */
export const MAX_MESSAGE_BYTES = 1_048_576;

/** Field names of a stream entry: header, data, signature. */
const HEADER = 'h';
const DATA = 'd';
const SIGNATURE = 's';
const MESSAGE_FIELDS: ReadonlySet<string> = new Set([HEADER, DATA, SIGNATURE]);

export function encodeEntry(
  stream: string,
  header: MessageHeader,
  dataText: string,
  signer: MessageSigner | undefined,
): string[] {
  const headerJson = JSON.stringify(header);
  if (!signer) return [HEADER, headerJson, DATA, dataText];
  return [
    ...[HEADER, headerJson, DATA, dataText],
    ...[SIGNATURE, signer.sign(stream, headerJson, dataText)],
  ];
}

export function decodeEntry(
  stream: string,
  fields: readonly string[],
  signer: MessageSigner | undefined,
): DecodedEntry {
  const headerJson = fieldOf(fields, HEADER) ?? '';
  const dataText = fieldOf(fields, DATA) ?? '';
  if (signer && !signer.verify(fieldOf(fields, SIGNATURE), stream, headerJson, dataText)) {
    return { outcome: 'refused' };
  }
  const header = headerJson.length > MAX_MESSAGE_BYTES ? undefined : parseHeader(headerJson);
  if (!header) return { outcome: 'unreadable-header' };
  if (dataText.length > MAX_MESSAGE_BYTES) return { outcome: 'too-large', header };
  try {
    return { outcome: 'ok', header, data: JSON.parse(dataText) as unknown };
  } catch {
    return { outcome: 'unreadable-data', header };
  }
}

/** Says what is wrong with an entry, and where to look for the cause. */
export function explain(outcome: Exclude<DecodedEntry['outcome'], 'ok'>): string {
  return outcome === 'refused'
    ? 'its signature does not verify; is signingKey the same in every process?'
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
    ['number', 'undefined'].includes(typeof header.deadline) &&
    ['object', 'undefined'].includes(typeof header.metadata);
  return readable ? (header as unknown as MessageHeader) : undefined;
}
