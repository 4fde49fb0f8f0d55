import { MessageSigner } from './message-signer.js';
import { decodeReplies, encodeReplies } from './reply.js';

const CHANNEL = 'rpc:replies:c-1';
const signer = new MessageSigner('a signing key of at least thirty-two characters');
const replies = ['{"call":1,"response":{"a":"☂"}}', '{"call":2,"err":"no"}'];
const [signed, unsigned] = [signer, undefined].map((key) => encodeReplies(CHANNEL, replies, key));

test.each([
  ['signed', signed, signer],
  ['unsigned', unsigned, undefined],
])('replies of one tick travel %s in one message', (_, message = '', key) => {
  const decoded = [
    { call: 1, response: { a: '☂' } },
    { call: 2, err: 'no' },
  ];
  expect(decodeReplies(CHANNEL, message, key)).toEqual(decoded);
});

test.each([
  ['for another client', 'rpc:replies:c-2', signed, signer],
  ['without a signature', CHANNEL, unsigned, signer],
  ['that are no list', CHANNEL, '{}', undefined],
  ['that are no JSON', CHANNEL, '[', undefined],
])('replies %s are not accepted', (_, channel, message = '', key) => {
  expect(decodeReplies(channel, message, key)).toBeUndefined();
});
