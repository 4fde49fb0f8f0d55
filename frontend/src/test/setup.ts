import '@testing-library/jest-dom';

import { cleanup, configure } from '@testing-library/react';

import './browser-gaps';
import { server } from './server';

configure({ asyncUtilTimeout: 5000 });

let unexpected: string[] = [];
server.events.on('request:unhandled', ({ request }) => {
  unexpected.push(`${request.method} ${request.url}`);
});

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
  const calls = unexpected;
  unexpected = [];
  expect(calls).toEqual([]);
});

afterAll(() => {
  server.close();
});
