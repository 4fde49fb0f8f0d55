import { MessageCipher } from './message-cipher.js';
import { decodeReplies, encodeReplies } from './reply.js';

const CHANNEL = 'rpc:replies:c-1';
const cipher = new MessageCipher('a signing key of at least thirty-two characters');
const [sealed, clear] = [cipher, undefined].map((key) => encodeReplies(CHANNEL, ['{}'], key));

test.each([
  ['for another client', 'rpc:replies:c-2', sealed, cipher],
  ['in clear text', CHANNEL, clear, cipher],
  ['that are no list', CHANNEL, '{}', undefined],
  ['that are no JSON', CHANNEL, '[', undefined],
])('replies %s are not accepted', (_, channel, message = '', key) => {
  expect(decodeReplies(channel, message, key)).toBeUndefined();
});
