import '@testing-library/jest-dom';
import './browser-gaps';

import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';

import { restoreSession } from '../lib/session';
import { server } from './server';
import { unwatchTimers } from './timers';

configure({ asyncUtilTimeout: 5000 });

let unexpected: string[] = [];
server.events.on('request:unhandled', ({ request }) => {
  unexpected.push(`${request.method} ${request.url}`);
});

beforeEach(() => {
  // API errors are logged by design; tests can inspect this spy.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
});

afterEach(() => {
  unwatchTimers();
  jest.restoreAllMocks();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  restoreSession();
  delete document.documentElement.dataset.theme;
  const calls = unexpected;
  unexpected = [];
  expect(calls).toEqual([]);
});

afterAll(() => {
  server.close();
});
