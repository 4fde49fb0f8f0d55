import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

import { isDatabaseUnavailable } from './unavailable.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P03',
  '57014',
  '53300',
  '08006',
  '25P03',
  '26000',
])('%s means that the database cannot be used', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
});

test.each([new QueryRunnerAlreadyReleasedError(), new QueryRunnerProviderAlreadyReleasedError()])(
  'a transaction that lost its connection between two statements means so too: %p',
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  },
);

test.each(['23505', '23503', '42601', '42P01', '22P02', '40001', ''])(
  '%p means that something else is wrong',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  },
);

test.each([undefined, null, 'ECONNREFUSED', { code: 503 }, { code: 'INTERNAL', details: {} }])(
  '%p says nothing about the database',
  (value) => {
    expect(isDatabaseUnavailable(value)).toBe(false);
  },
);
