import { StreamRecord } from '../stream-record.js';
import { TransportError } from '../transport.error.js';
import { composeMessage } from './compose-message.js';

const compose = (data: unknown) => composeMessage('client', 7, { pattern: 'orders.echo', data });

test('a payload may have 1 MiB, however few characters those are', () => {
  // With its quotes, each text has this many bytes.
  const texts = (bytes: number) => ['a'.repeat(bytes - 2), 'ä'.repeat((bytes - 2) / 2)];
  for (const text of texts(1_048_576)) expect(compose(text).body.dataText).toBe(`"${text}"`);
  const message = 'The message is longer than 1048576 bytes';
  for (const text of texts(1_048_578))
    expect(() => compose(text)).toThrow(new TransportError('TOO_LARGE', message));
});

test('a record without data is written as null', () => {
  expect(compose(new StreamRecord(undefined)).body.dataText).toBe('null');
});
