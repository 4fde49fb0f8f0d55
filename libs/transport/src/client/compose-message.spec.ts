import { StreamRecord } from '../stream-record.js';
import { composeMessage } from './compose-message.js';

const compose = (data: unknown) => composeMessage('client', 7, { pattern: 'orders.echo', data });

test('a payload may have 1 MiB, however few characters those are', () => {
  // With its quotes, each text has this many bytes.
  const texts = (bytes: number) => ['a'.repeat(bytes - 2), 'ä'.repeat((bytes - 2) / 2)];
  for (const text of texts(1_048_576)) expect(compose(text).dataText).toBe(`"${text}"`);
  for (const text of texts(1_048_578))
    expect(() => compose(text)).toThrow('is longer than 1048576');
});

test('each message has an id of its own unless its record gives one', () => {
  expect(compose(1).header.id).toBe('client-7');
  expect(compose(new StreamRecord(1, { messageId: 'mine' })).header.id).toBe('mine');
});

test('metadata of the record is written, and none is not', () => {
  const record = new StreamRecord(1, { metadata: { a: 'record' } });
  expect(compose(record).header.metadata).toEqual({ a: 'record' });
  expect(compose(1).header.metadata).toBeUndefined();
});

test('a record without data is written as null', () => {
  expect(compose(new StreamRecord(undefined)).dataText).toBe('null');
});
