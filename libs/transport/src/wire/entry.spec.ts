import { decodeEntry, encodeEntry, MAX_MESSAGE_BYTES } from './entry.js';
import { MessageCipher } from './message-cipher.js';

const STREAM = 'rpc:{projects}:requests';
const header = { id: 'm-1', pattern: 'projects.create', replyTo: 'c', call: 7, deadline: 1_000 };
const cipher = new MessageCipher('a signing key of at least thirty-two characters');

const decode = (fields: readonly string[]) => decodeEntry(STREAM, fields, undefined);

describe('an entry', () => {
  it('[S17 b] is refused on another stream than it was written for, and with another header', () => {
    const body = { metadata: {}, dataText: '1' };
    const elsewhere = encodeEntry('rpc:{auth}:requests', header, body, cipher);
    expect(decodeEntry(STREAM, elsewhere, cipher)).toEqual({ outcome: 'refused' });
    const [, , ...sealed] = encodeEntry(STREAM, header, body, cipher);
    const prolonged = ['h', JSON.stringify({ ...header, deadline: 2_000 }), ...sealed];
    expect(decodeEntry(STREAM, prolonged, cipher)).toEqual({ outcome: 'refused' });
  });

  it('keeps its header when only its data cannot be used, so that the caller can be told', () => {
    const fields = (data: string) => ['h', JSON.stringify(header), 'b', `{}\n${data}`];
    expect(decode(fields('{'))).toEqual({ outcome: 'unreadable-data', header });
    expect(decode(fields('"'.repeat(MAX_MESSAGE_BYTES + 1)))).toEqual({
      outcome: 'too-large',
      header,
    });
  });

  it('may have data and a header as long as the limit', () => {
    const data = 'x'.repeat(MAX_MESSAGE_BYTES - 2);
    const fields = ['h', JSON.stringify(header), 'b', `{}\n"${data}"`];
    expect(decode(fields)).toEqual({ outcome: 'ok', header, metadata: {}, data });
    const decodeWithHeader = (length: number) => {
      const { length: rest } = JSON.stringify({ ...header, id: '' });
      const long = { ...header, id: 'x'.repeat(length - rest) };
      return decode(['h', JSON.stringify(long), 'b', '{}\n1']);
    };
    expect(decodeWithHeader(MAX_MESSAGE_BYTES)).toMatchObject({ outcome: 'ok' });
    expect(decodeWithHeader(MAX_MESSAGE_BYTES + 1)).toEqual({ outcome: 'unreadable-header' });
  });

  it('has a header whose every field has its own type', () => {
    for (const [name, value] of Object.entries(header)) {
      for (const other of ['text', 1, true].filter((one) => typeof one !== typeof value)) {
        const json = JSON.stringify({ ...header, [name]: other });
        expect([json, decode(['h', json, 'b', '{}\n1'])]).toEqual([
          json,
          { outcome: 'unreadable-header' },
        ]);
      }
    }
  });

  it.each(['1', '{}', 'null\n1', '1\n1'])('whose body is %j has no readable data', (body) => {
    const unreadable = { outcome: 'unreadable-data', header };
    expect(decode(['h', JSON.stringify(header), 'b', body])).toEqual(unreadable);
  });

  it.each([
    ['no fields', []],
    ['an odd number of fields', ['h']],
    ['a number for a header', ['h', '1', 'b', '{}\n1']],
    ['a list for a header', ['h', '[]', 'b', '{}\n1']],
    ['null for a header', ['h', 'null', 'b', '{}\n1']],
    ['a header without end', ['h', 'x', 'b', '{}\n1']],
  ])('with %s has no readable header', (_, fields) => {
    expect(decode(fields)).toEqual({ outcome: 'unreadable-header' });
  });
});
