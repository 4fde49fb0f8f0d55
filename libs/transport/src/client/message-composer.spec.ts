import { StreamRecord } from '../stream-record.js';
import { MessageComposer } from './message-composer.js';

const composer = (maxBytes = 100) => new MessageComposer('client', maxBytes);

test('a payload may have as many bytes as are allowed, however few characters those are', () => {
  const isSent = (maxBytes: number, data: string) => {
    try {
      return composer(maxBytes).compose('orders.echo', { pattern: '', data }).dataText;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(['abcd', 'äö', '☂a'].map((data) => isSent(6, data))).toEqual(['"abcd"', '"äö"', '"☂a"']);
  expect(['abcde', 'äöa', '☂ä'].map((data) => isSent(6, data))).toEqual(
    Array<string>(3).fill('TOO_LARGE'),
  );
});

test('each message has an id of its own unless its record gives one', () => {
  const messages = composer();
  const idOf = (data: unknown) => messages.compose('orders.echo', { pattern: '', data }).header.id;
  expect([idOf(1), idOf(new StreamRecord(1, { messageId: 'mine' })), idOf(1)]).toEqual([
    'client-1',
    'mine',
    'client-3',
  ]);
});

test('metadata of the record wins over that of the dispatch hook, and none is not written', () => {
  const metadataOf = (data: unknown, hooked: Record<string, string> = {}) =>
    composer().compose('orders.echo', { pattern: '', data, metadata: hooked } as never).header
      .metadata;
  const record = new StreamRecord(1, { metadata: { a: 'record', b: 'record' } });
  expect(metadataOf(record, { a: 'hook', c: 'hook' })).toEqual({
    ...{ a: 'record', b: 'record', c: 'hook' },
  });
  expect(metadataOf(1)).toBeUndefined();
});
