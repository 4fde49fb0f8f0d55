import { act, renderHook } from '@testing-library/react';

import { testUser } from '../test/render-app';
import { restoreSession, useSession } from './session';

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
});
