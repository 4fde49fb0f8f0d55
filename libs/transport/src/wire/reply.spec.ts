import { MessageSigner } from './message-signer.js';
import { decodeReplies, encodeReplies } from './reply.js';

const CHANNEL = 'rpc:replies:c-1';
const signer = new MessageSigner('a signing key of at least thirty-two characters');
const [signed, unsigned] = [signer, undefined].map((key) => encodeReplies(CHANNEL, ['{}'], key));

test.each([
  ['for another client', 'rpc:replies:c-2', signed, signer],
  ['without a signature', CHANNEL, unsigned, signer],
  ['that are no list', CHANNEL, '{}', undefined],
  ['that are no JSON', CHANNEL, '[', undefined],
])('replies %s are not accepted', (_, channel, message = '', key) => {
  expect(decodeReplies(channel, message, key)).toBeUndefined();
});
