import '@testing-library/jest-dom';
import './browser-gaps';

import { jest } from '@jest/globals';
import { act, configure, renderHook } from '@testing-library/react';

import { followOtherTabs, restoreSession } from '../lib/session/session';
import { dismissToast, useToasts } from '../lib/toasts';
import { server } from './server';

// A starved machine renders a page late; no test waits for this to pass.
configure({ asyncUtilTimeout: 20_000 });

let unexpected: string[] = [];
server.events.on('request:unhandled', ({ request }) =>
  unexpected.push(`${request.method} ${request.url}`),
);

/** A toast outlives its page: the next test would take it for its own, and end before its call is answered. */
function dismissToasts(): void {
  const { result, unmount } = renderHook(useToasts);
  const toasts = result.current;
  act(() => {
    for (const { id } of toasts) dismissToast(id);
  });
  unmount();
}

beforeEach(() => {
  // API errors are logged by design; tests can inspect this spy.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

followOtherTabs();

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

afterEach(() => {
  dismissToasts();
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  // Ends what the page still asks for.
  restoreSession();
  server.resetHandlers();
  delete document.documentElement.dataset.theme;
  const calls = unexpected;
  unexpected = [];
  expect(calls).toEqual([]);
});

afterAll(() => server.close());
