import { type Codec, jsonCodec } from '../codec.js';
import { MessageSigner } from './message-signer.js';
import { decodeReplies, encodeReplies, encodeReply } from './reply.js';

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
    expect(decodeReplies(CHANNEL, message, key, jsonCodec)).toEqual([
      { call: 1, response: { a: '☂' }, done: true },
      { call: 2, err: 'no', done: true },
    ]);
  });

  it('leave to a codec nothing but responses', () => {
    const numbers: Codec = {
      encode: (value) => (value as number).toString(36),
      decode: (text) => Number.parseInt(text, 36),
    };
    const sent = [
      { call: 1, response: 71, done: true },
      { call: 2, err: { code: 'SOLD_OUT' }, done: true },
      { call: 3, done: true },
    ];
    const message = encodeReplies(
      CHANNEL,
      sent.map((reply) => encodeReply(reply, numbers)),
      undefined,
    );
    expect(message).toContain('"1z"');
    expect(decodeReplies(CHANNEL, message, undefined, numbers)).toEqual(sent);
  });

  it('for another client, or without a signature, are not accepted', () => {
    const message = encodeReplies(CHANNEL, replies, signer);
    expect(decodeReplies('rpc:replies:c-2', message, signer, jsonCodec)).toBeUndefined();
    expect(
      decodeReplies(CHANNEL, encodeReplies(CHANNEL, replies, undefined), signer, jsonCodec),
    ).toBeUndefined();
  });

  it('that are no list are not accepted', () => {
    expect(decodeReplies(CHANNEL, '{}', undefined, jsonCodec)).toBeUndefined();
    expect(decodeReplies(CHANNEL, '[', undefined, jsonCodec)).toBeUndefined();
  });
});
