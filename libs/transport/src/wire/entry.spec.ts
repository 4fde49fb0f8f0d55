import { decodeEntry, encodeEntry, MAX_MESSAGE_BYTES } from './entry.js';
import { MessageSigner } from './message-signer.js';

const STREAM = 'rpc:projects:requests';
const header = { id: 'm-1', pattern: 'projects.create', replyTo: 'c', call: 7, deadline: 1_000 };
const signer = new MessageSigner('a signing key of at least thirty-two characters');

const decode = (fields: readonly string[]) => decodeEntry(STREAM, fields, undefined);

describe('an entry', () => {
  it('[S17 b] is refused on another stream than it was signed for', () => {
    const fields = encodeEntry('rpc:auth:requests', header, '1', signer);
    expect(decodeEntry(STREAM, fields, signer)).toEqual({ outcome: 'refused' });
  });

  it('keeps its header when only its data cannot be used, so that the caller can be told', () => {
    const fields = (data: string) => ['h', JSON.stringify(header), 'd', data];
    expect(decode(fields('{'))).toEqual({ outcome: 'unreadable-data', header });
    expect(decode(fields('"'.repeat(MAX_MESSAGE_BYTES + 1)))).toEqual({
      outcome: 'too-large',
      header,
    });
  });

  it('may have data and a header as long as the limit', () => {
    const data = 'x'.repeat(MAX_MESSAGE_BYTES - 2);
    const fields = ['h', JSON.stringify(header), 'd', `"${data}"`];
    expect(decode(fields)).toEqual({ outcome: 'ok', header, data });
    const decodeWithHeader = (length: number) => {
      const { length: rest } = JSON.stringify({ ...header, id: '' });
      const long = { ...header, id: 'x'.repeat(length - rest) };
      return decode(['h', JSON.stringify(long), 'd', '1']);
    };
    expect(decodeWithHeader(MAX_MESSAGE_BYTES)).toMatchObject({ outcome: 'ok' });
    expect(decodeWithHeader(MAX_MESSAGE_BYTES + 1)).toEqual({ outcome: 'unreadable-header' });
  });

  it('has a header whose every field has its own type', () => {
    const complete = { ...header, metadata: { requestId: 'r-1' } };
    expect(decode(['h', JSON.stringify(complete), 'd', '1'])).toMatchObject({ header: complete });
    for (const [name, value] of Object.entries(complete)) {
      for (const other of ['text', 1, true].filter((one) => typeof one !== typeof value)) {
        const json = JSON.stringify({ ...complete, [name]: other });
        expect([json, decode(['h', json, 'd', '1'])]).toEqual([
          json,
          { outcome: 'unreadable-header' },
        ]);
      }
    }
  });

  it.each([
    ['no fields', []],
    ['an odd number of fields', ['h']],
    ['a number for a header', ['h', '1', 'd', '1']],
    ['a list for a header', ['h', '[]', 'd', '1']],
    ['null for a header', ['h', 'null', 'd', '1']],
    ['a header without end', ['h', 'x', 'd', '1']],
  ])('with %s has no readable header', (_, fields) => {
    expect(decode(fields)).toEqual({ outcome: 'unreadable-header' });
  });
});
