import fc from 'fast-check';

import { type Codec, jsonCodec } from './codec.js';
import { msgpackCodec } from './msgpack.js';
import { decodeEntry, encodeEntry } from './wire/entry.js';
import { decodeReplies, encodeReplies, encodeReply } from './wire/reply.js';

const STREAM = 'rpc:orders:requests';
const CHANNEL = 'rpc:replies:c-1';
const header = { id: 'm-1', pattern: 'orders.place' };
const reading = { maxMessageBytes: 1_048_576, codec: msgpackCodec };

/** What arrives of a payload, as the data of an entry and as the response of a reply. */
function travelled(value: unknown): unknown[] {
  const entry = decodeEntry(
    STREAM,
    encodeEntry(STREAM, header, msgpackCodec.encode(value), undefined),
    ...[undefined, reading],
  );
  const reply = encodeReply({ call: 1, response: value, done: true }, msgpackCodec);
  const message = encodeReplies(CHANNEL, [reply], undefined);
  const [received] = decodeReplies(CHANNEL, message, undefined, msgpackCodec) ?? [];
  return [entry.outcome === 'ok' ? entry.data : entry, received?.response];
}

/** What a server makes of the text of another codec. */
function outcomeOf(text: string, codec: Codec): string {
  const fields = encodeEntry(STREAM, header, text, undefined);
  return decodeEntry(STREAM, fields, undefined, { ...reading, codec }).outcome;
}

/** Whatever a program sends, but for what UTF-8 has no form of, -0 and the key `__proto__`, which JSON loses, too. */
const values = fc.anything({
  key: fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
  values: [
    ...[fc.boolean(), fc.constant(null), fc.constant(undefined), fc.string({ unit: 'grapheme' })],
    fc.double().map((number) => number + 0),
    ...[fc.bigInt(), fc.date({ noInvalidDate: true }), fc.uint8Array()],
  ],
  withMap: true,
  withSet: true,
});

describe('msgpackCodec', () => {
  it('any value arrives as it was sent, in requests and in replies', () => {
    fc.assert(
      fc.property(values, (value) => {
        const [data, response] = travelled(value);
        expect(data).toStrictEqual(value);
        expect(response).toStrictEqual(value);
      }),
      { examples: [[2n ** 64n], [-(2n ** 80n)]] },
    );
  });

  it('bytes that it has not written are unreadable data and nothing worse', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = `m:${Buffer.from(bytes).toString('base64')}`;
        expect(['ok', 'unreadable-data']).toContain(outcomeOf(text, msgpackCodec));
        const reply = JSON.stringify([{ call: 1, response: text, done: true }]);
        const [received] = decodeReplies(CHANNEL, reply, undefined, msgpackCodec) ?? [];
        expect(received).toMatchObject({ call: 1, done: true });
        expect(travelled({ b: 1 })).toEqual([{ b: 1 }, { b: 1 }]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a message of another codec is unreadable data, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), values, (json, value) => {
        expect(outcomeOf(jsonCodec.encode(json), msgpackCodec)).toBe('unreadable-data');
        expect(outcomeOf(msgpackCodec.encode(value), jsonCodec)).toBe('unreadable-data');
      }),
    );
  });

  it('a response of another codec becomes an error that names the option', () => {
    const reply = encodeReply({ call: 1, response: { total: 12 }, done: true }, jsonCodec);
    const message = encodeReplies(CHANNEL, [reply], undefined);
    expect(decodeReplies(CHANNEL, message, undefined, msgpackCodec)).toEqual([
      {
        call: 1,
        err: {
          status: 'error',
          message: 'The reply could not be read; is codec the same in every process?',
        },
        done: true,
      },
    ]);
  });

  it.each([
    ['2 GB of a list', 'dd7fffffff'],
    ['16 million elements', 'dd00ffffff'],
    ['700,000 levels', '91'.repeat(700_000)],
    ['the prototype of every object', '81a95f5f70726f746f5f5f81a161c3'],
  ])('a few bytes that announce %s cost nothing and change nothing', (_, hex) => {
    const text = `m:${Buffer.from(hex, 'hex').toString('base64')}`;
    expect(['ok', 'too-large', 'unreadable-data']).toContain(outcomeOf(text, msgpackCodec));
    expect(({} as { a?: unknown }).a).toBeUndefined();
    expect(travelled({ b: 1 })).toEqual([{ b: 1 }, { b: 1 }]);
  });
});
