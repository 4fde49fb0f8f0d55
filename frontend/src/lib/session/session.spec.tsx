import { act, renderHook } from '@testing-library/react';

import { storeSession, testUser } from '../../test/render-app';
import { isSignedIn, restoreSession, updateUser, useSession } from './session';

function session() {
  const { result } = renderHook(() => useSession());
  act(restoreSession);
  return result;
}

describe('the session', () => {
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

  it('draws nothing again for a profile that is the same, and shows one that has changed', () => {
    storeSession();
    let drawn = 0;
    const { result } = renderHook(() => {
      drawn += 1;
      return useSession();
    });
    act(restoreSession);
    drawn = 0;
    act(() => updateUser({ ...testUser }));
    expect(drawn).toBe(0);
    act(() => updateUser({ name: 'Ada King' }));
    expect(drawn).toBe(1);
    expect(result.current).toMatchObject({ user: { name: 'Ada King' } });
    expect(localStorage.getItem('user')).toContain('Ada King');
  });

  it('ends by the sign-out of another tab although this one shows no page yet', () => {
    storeSession();
    restoreSession();
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    expect(isSignedIn()).toBe(false);
  });
});
