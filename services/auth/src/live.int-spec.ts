import { authMessages } from '@studiolo/contracts';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { subscribeLiveSignals } from '@studiolo/testing/live-signals';

import { AuthService, type Member, PASSWORD } from '../test/auth-service.js';

const { changePassword, deleteAccount, endSession, endSessions, logout, updateProfile } =
  authMessages;

const auth = AuthService.duringTests();
let member: Member;
let other: Member;

beforeEach(async () => {
  member = await auth.join();
  other = await auth.logIn(member.email);
  // The sign-ins are published before a page listens, so no test sees their notices.
  await eventually(async () =>
    expect(await auth.sql(`SELECT 1 FROM outbox WHERE kind = 'live'`)).toEqual([]),
  );
});
const notices = duringEachTest(() => subscribeLiveSignals(auth.redis, member.user.id));

const own = () => ({ userId: member.user.id, sessionId: member.sessionId });

test.each<[string, () => Promise<unknown>]>([
  ['a changed name', () => auth.call(updateProfile, { ...own(), name: 'Noa' })],
  ['a sign-in elsewhere, since the profile lists the sessions', () => auth.logIn(member.email)],
])('%s is announced to the user', async (_what, act) => {
  await act();
  await notices().becomes('profile updated');
});

const passwords = { currentPassword: PASSWORD, password: 'another horse' };
const endOther = () => auth.call(endSession, { ...own(), sessionId: other.sessionId });
const setPassword = () => auth.call(changePassword, { ...own(), ...passwords });

test.each<[string, () => Promise<unknown>, () => Member[], string]>([
  ['signing out', () => auth.call(logout, own()), () => [member], 'session_ended'],
  ['ending another session', endOther, () => [other], 'session_ended'],
  ['ending all others', () => auth.call(endSessions, own()), () => [other], 'session_ended'],
  ['a changed password', setPassword, () => [other], 'session_ended'],
  [
    'a deleted account',
    () => auth.call(deleteAccount, own()),
    () => [member, other],
    'account_deleted',
  ],
])(
  '%s ends the streams of the sessions that it ends, says why and announces the changed list',
  async (_what, act, ended, reason) => {
    await act();
    await notices().becomes(reason, 'profile updated');
    const sessionIds = notices().all.flatMap(({ end }) => end?.sessionIds ?? []);
    expect(new Set(sessionIds)).toEqual(new Set(ended().map(({ sessionId }) => sessionId)));
    expect(sessionIds).toHaveLength(ended().length);
  },
);
