import { jest } from '@jest/globals';
import {
  downloadOperation,
  getProfileOperation,
  getProjectOperation,
  listProjectsOperation,
  loginOperation,
} from '@studiolo/contracts';

import { accept, answer, cutOff, refuse } from '../../test/api';
import type * as client from './client';

const fullRedirect = jest.fn();
jest.unstable_mockModule('../navigation/full-redirect', () => ({ fullRedirect }));

// Imported after the mock, so that the client uses it.
const { call, fetchBytes }: typeof client = await import('./client');
const { ApiError, InvalidAnswerError, NetworkError, describeError } = await import('./errors');
const { restoreSession } = await import('../session/session');
const { storeSession, testUser } = await import('../../test/render-app');

const at = (path: string) => window.history.replaceState(null, '', path);

beforeEach(() => {
  fullRedirect.mockClear();
  at('/studio');
});

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('a call', () => {
  it('carries the stored token as a bearer and returns the checked answer', async () => {
    storeSession();
    const seen = accept(getProfileOperation, { user: testUser });
    expect(await call(getProfileOperation, {})).toEqual({ user: testUser });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer test-token');
  });

  it('carries no authorization without a token', async () => {
    const seen = accept(getProfileOperation, { user: testUser });
    await call(getProfileOperation, {});
    expect(seen[0]?.headers.has('authorization')).toBe(false);
  });

  it('sends JSON with its content type', async () => {
    const seen = accept(loginOperation, { success: true, token: 't', user: testUser });
    await call(loginOperation, { body: { email: 'a@b.de', password: 'x' } });
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(seen[0]?.body).toEqual({ email: 'a@b.de', password: 'x' });
  });

  it('encodes parameters as one path segment and leaves out empty query fields', async () => {
    const seenFile = answer(downloadOperation, { status: 200 });
    await fetchBytes(downloadOperation, { params: { projectId: 'p', file: 'a/b ü#?.jpg' } });
    expect(seenFile[0]?.url.pathname).toBe('/api/download/p/a%2Fb%20%C3%BC%23%3F.jpg');
    const seenList = accept(listProjectsOperation, { projects: [], next_cursor: null });
    await call(listProjectsOperation, { query: { search: 'x y', status: '', limit: 5 } });
    expect(seenList[0]?.url.search).toBe('?search=x+y&limit=5');
  });

  it('throws the server’s error and status and logs both with the address', async () => {
    refuse(getProjectOperation, 404, 'Project not found');
    const error = await caught(call(getProjectOperation, { params: { id: '7' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, message: 'Project not found' });
    expect(console.error).toHaveBeenCalledWith(
      'API error: status 404, http://localhost:3000/api/projects/7',
    );
  });

  it('throws NetworkError without an answer, which is described by the fallback text', async () => {
    cutOff(getProfileOperation);
    const error = await caught(call(getProfileOperation, {}));
    expect(error).toBeInstanceOf(NetworkError);
    expect(describeError(error, 'Failed to load project')).toBe('Failed to load project');
  });

  it.each([{ success: false, error: 'The studio is closed' }, { error: 'The studio is closed' }])(
    'throws the server’s error although its status is 200: %j',
    async (body) => {
      accept(getProfileOperation, body);
      const error = await caught(call(getProfileOperation, {}));
      expect(describeError(error, 'Failed')).toBe('The studio is closed');
    },
  );

  it('throws InvalidAnswerError for a success that breaks the contract', async () => {
    accept(getProfileOperation, { user: { name: 'Ada' } });
    expect(await caught(call(getProfileOperation, {}))).toBeInstanceOf(InvalidAnswerError);
  });

  it('throws the abort error when the caller aborts, and logs nothing', async () => {
    answer(getProfileOperation, () => new Promise(() => undefined));
    const controller = new AbortController();
    const result = caught(call(getProfileOperation, { signal: controller.signal }));
    controller.abort();
    expect(await result).toMatchObject({ name: 'AbortError' });
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('a 401', () => {
  it('clears token and user and forces a full redirect to /login', async () => {
    storeSession();
    restoreSession();
    refuse(getProfileOperation, 401, 'Please sign in to continue');
    await caught(call(getProfileOperation, {}));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(fullRedirect).toHaveBeenCalledWith('/login');
  });

  it('does not reload /login, which would lose the error', async () => {
    at('/login');
    refuse(loginOperation, 401, 'Invalid email or password');
    await caught(call(loginOperation, { body: { email: 'a@b.de', password: 'x' } }));
    expect(fullRedirect).not.toHaveBeenCalled();
  });

  it('for an older token keeps the newer session', async () => {
    storeSession();
    answer(getProfileOperation, () => {
      localStorage.setItem('token', 'newer');
      return Promise.resolve({ status: 401, body: { success: false, error: 'x' } });
    });
    await caught(call(getProfileOperation, {}));
    expect(localStorage.getItem('token')).toBe('newer');
    expect(fullRedirect).not.toHaveBeenCalled();
  });
});
