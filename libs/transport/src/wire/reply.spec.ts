import { MessageSigner } from './message-signer.js';
import { decodeReplies, encodeReplies } from './reply.js';

const CHANNEL = 'rpc:replies:c-1';
const signer = new MessageSigner('a signing key of at least thirty-two characters');
const replies = [
  '{"call":1,"response":{"a":"☂"},"done":true}',
  '{"call":2,"err":"no","done":true}',
];

describe('replies', () => {
  it.each([
    ['unsigned', undefined],
    ['signed', signer],
  ])('of one tick travel %s in one message', (_, key) => {
    const message = encodeReplies(CHANNEL, replies, key);
    expect(decodeReplies(CHANNEL, message, key)).toEqual([
      { call: 1, response: { a: '☂' }, done: true },
      { call: 2, err: 'no', done: true },
    ]);
  });

  it('for another client, or without a signature, are not accepted', () => {
    const message = encodeReplies(CHANNEL, replies, signer);
    expect(decodeReplies('rpc:replies:c-2', message, signer)).toBeUndefined();
    expect(
      decodeReplies(CHANNEL, encodeReplies(CHANNEL, replies, undefined), signer),
    ).toBeUndefined();
  });

  it('that are no list are not accepted', () => {
    expect(decodeReplies(CHANNEL, '{}', undefined)).toBeUndefined();
    expect(decodeReplies(CHANNEL, '[', undefined)).toBeUndefined();
  });
});
