import { errorTable, isWireError } from '@studiolo/contracts';

import { AppError } from './app-error.js';

const overTheWire = (error: AppError): AppError => {
  const copy: unknown = JSON.parse(JSON.stringify(error.toWire()));
  if (!isWireError(copy)) throw new Error('This is no error of the wire');
  return AppError.fromWire(copy);
};

test('an error arrives in another process with its code, details and sentence', () => {
  const sent = new AppError('QUOTA_EXCEEDED', { needed: 3000, available: 1024, quota: 5242880 });
  const received = overTheWire(sent);
  expect(received).toBeInstanceOf(AppError);
  expect(received).toMatchObject({ code: sent.code, details: sent.details, message: sent.message });
});

test.each(Object.keys(errorTable) as (keyof typeof errorTable)[])(
  '%s survives the wire',
  (code) => {
    const details = {
      reason: 'x',
      size: 1,
      max: 1,
      needed: 1,
      available: 1,
      quota: 1,
      filename: 'f.jpg',
      contentType: 'video/mp4',
    };
    const sent = Object.assign(new AppError('INTERNAL'), { code, details });
    expect(overTheWire(sent).code).toBe(code);
  },
);

test('neither cause nor stack cross the wire', () => {
  const sent = new AppError('INTERNAL', {}, { cause: new Error('password hunter2') });
  expect(JSON.stringify(sent.toWire())).toBe('{"code":"INTERNAL","details":{}}');
  expect(sent.cause).toMatchObject({ message: 'password hunter2' });
});
