import { act, renderHook } from '@testing-library/react';

import { storeSession, testUser } from '../test/render-app';
import { followOtherTabs, restoreSession, signIn, signOut, useSession } from './session';

function session() {
  const { result } = renderHook(() => useSession());
  act(restoreSession);
  return result;
}

describe('the session', () => {
  it('is signed in with a stored token and a stored user', () => {
    storeSession();
    expect(session().current).toEqual({ status: 'signed-in', user: testUser });
  });

  it('is signed out with a token alone or a user alone', () => {
    localStorage.setItem('token', 'test-token');
    expect(session().current.status).toBe('signed-out');
    localStorage.clear();
    localStorage.setItem('user', JSON.stringify(testUser));
    expect(session().current.status).toBe('signed-out');
  });

  it.each(['{not json', 'null', '"text"', '{"name":"Ada"}'])(
    'discards an unparseable stored user along with the token: %s',
    (stored) => {
      localStorage.setItem('token', 'test-token');
      localStorage.setItem('user', stored);
      expect(session().current.status).toBe('signed-out');
      expect(localStorage.getItem('token')).toBeNull();
      expect(localStorage.getItem('user')).toBeNull();
    },
  );

  it('keeps token and user under the keys token and user, and clears both', () => {
    const result = session();
    act(() => {
      signIn('fresh', testUser);
    });
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(testUser);
    expect(result.current.status).toBe('signed-in');
    act(signOut);
    expect(localStorage).toHaveLength(0);
    expect(result.current.status).toBe('signed-out');
  });

  it('ends when another tab signs out', () => {
    storeSession();
    const result = session();
    const stop = followOtherTabs();
    localStorage.removeItem('token');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    });
    expect(result.current.status).toBe('signed-out');
    stop();
  });
});
