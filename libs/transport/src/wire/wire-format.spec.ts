import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { replyChannel, serviceKeys } from '../redis/keys.js';
import { decodeEntry, encodeEntry, type MessageHeader } from './entry.js';
import { MessageCipher } from './message-cipher.js';
import { decodeReplies, encodeReplies } from './reply.js';

interface Golden {
  readonly signingKey: string;
  readonly entries: readonly {
    readonly stream: string;
    readonly header: MessageHeader;
    readonly metadata: Record<string, string>;
    readonly data: unknown;
    /** In clear text, and encrypted. */
    readonly fields: readonly string[];
    readonly sealedFields: readonly string[];
  }[];
  readonly replies: {
    readonly channel: string;
    readonly replies: readonly unknown[];
    readonly message: string;
    readonly sealedMessage: string;
  };
}

/** What replicas of the last release write: a change here breaks an upgrade one process after another. */
const golden = JSON.parse(
  readFileSync(join(import.meta.dirname, 'wire-format.golden.json'), 'utf8'),
) as Golden;
const cipher = new MessageCipher(golden.signingKey);

test.each(golden.entries)('$stream is written and read as in the golden file', (entry) => {
  const { stream, header, metadata, data, fields, sealedFields } = entry;
  const body = { metadata, dataText: JSON.stringify(data) };
  expect(encodeEntry(stream, header, body, undefined)).toEqual(fields);
  const read = { outcome: 'ok', header, metadata, data };
  expect(decodeEntry(stream, fields, undefined)).toEqual(read);
  for (const sealed of [sealedFields, encodeEntry(stream, header, body, cipher)]) {
    expect(sealed.slice(0, 3)).toEqual(fields.slice(0, 3));
    expect(decodeEntry(stream, sealed, cipher)).toEqual(read);
  }
});

test('replies are written and read as in the golden file', () => {
  const { channel, replies, message, sealedMessage } = golden.replies;
  const parts = replies.map((reply) => JSON.stringify(reply));
  expect(encodeReplies(channel, parts, undefined)).toBe(message);
  for (const sealed of [sealedMessage, encodeReplies(channel, parts, cipher)])
    expect(decodeReplies(channel, sealed, cipher)).toEqual(replies);
});

test('keys and channels are those of the golden file', () => {
  const { requests, events } = serviceKeys('rpc', 'orders');
  expect(golden.entries.map(({ stream }) => stream)).toEqual([requests, events]);
  expect(replyChannel('rpc', 'c-1')).toBe(golden.replies.channel);
});
