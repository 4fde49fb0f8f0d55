import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { replyChannel, serviceKeys } from '../redis/keys.js';
import { decodeEntry, encodeEntry, type MessageHeader } from './entry.js';
import { MessageSigner } from './message-signer.js';
import { decodeReplies, encodeReplies } from './reply.js';

interface Golden {
  readonly signingKey: string;
  readonly entries: readonly {
    readonly stream: string;
    readonly header: MessageHeader;
    readonly data: unknown;
    readonly fields: readonly string[];
  }[];
  readonly replies: {
    readonly channel: string;
    readonly replies: readonly unknown[];
    readonly message: string;
  };
}

/** What replicas of the last release write: a change here breaks an upgrade one process after another. */
const golden = JSON.parse(
  readFileSync(join(import.meta.dirname, 'wire-format.golden.json'), 'utf8'),
) as Golden;
const signer = new MessageSigner(golden.signingKey);

test.each(golden.entries)('$stream is written and read as in the golden file', (entry) => {
  const { stream, header, data, fields } = entry;
  expect(encodeEntry(stream, header, JSON.stringify(data), signer)).toEqual(fields);
  expect(decodeEntry(stream, fields, signer)).toEqual({ outcome: 'ok', header, data });
});

test('replies are written and read as in the golden file', () => {
  const { channel, replies, message } = golden.replies;
  const parts = replies.map((reply) => JSON.stringify(reply));
  expect(encodeReplies(channel, parts, signer)).toBe(message);
  expect(decodeReplies(channel, message, signer)).toEqual(replies);
});

test('keys and channels are those of the golden file', () => {
  const { requests, events } = serviceKeys('rpc', 'orders');
  expect(golden.entries.map(({ stream }) => stream)).toEqual([requests, events]);
  expect(replyChannel('rpc', 'c-1')).toBe(golden.replies.channel);
});
