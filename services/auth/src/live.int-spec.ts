import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { LiveNotices } from '@studiolo/testing/live-notices';

import { AuthService, type Member, PASSWORD } from '../test/auth-service.js';

const { changePassword, deleteAccount, endSession, logout, updateProfile } = authMessages;

const auth = AuthService.duringTests();
let member: Member;
let notices: LiveNotices;

beforeEach(async () => {
  member = await auth.join();
  // The sign-in of this member is published before a page listens, so no test sees its notice.
  await eventually(async () =>
    expect(await auth.sql(`SELECT 1 FROM outbox WHERE kind = 'live'`)).toEqual([]),
  );
  notices = await LiveNotices.subscribe(auth.redis, member.user.id);
});
afterEach(() => notices.close());

const own = () => ({ userId: member.user.id, sessionId: member.sessionId });
const becomes = (news: string[]) => eventually(() => expect(notices.news.toSorted()).toEqual(news));
const endedSessions = () => notices.all.flatMap(({ end }) => end?.sessionIds ?? []);

test('a changed name is announced to the user', async () => {
  await auth.call(updateProfile, { ...own(), name: 'Noa' });
  await becomes(['profile updated']);
});

test('signing in elsewhere is announced, since the profile lists the sessions', async () => {
  await auth.logIn(member.email);
  await becomes(['profile updated']);
});

test('signing out ends the streams of that session and announces the changed list of sessions', async () => {
  await auth.call(logout, own());
  await becomes(['profile updated', 'session_ended']);
  expect(endedSessions()).toEqual([member.sessionId]);
});

test('ending another session ends the streams of that session', async () => {
  const other = await auth.logIn(member.email);
  await auth.call(endSession, { userId: member.user.id, sessionId: other.sessionId });
  await becomes(['profile updated', 'profile updated', 'session_ended']);
  expect(endedSessions()).toEqual([other.sessionId]);
});

test('a changed password ends the streams of all sessions but the one that changed it', async () => {
  const other = await auth.logIn(member.email);
  const request = { ...own(), currentPassword: PASSWORD, password: 'another horse' };
  await auth.call(changePassword, request);
  await becomes(['profile updated', 'profile updated', 'session_ended']);
  expect(endedSessions()).toEqual([other.sessionId]);
});

test('a deleted account ends the streams of all its sessions and says why', async () => {
  const other = await auth.logIn(member.email);
  await auth.call(deleteAccount, { userId: member.user.id });
  await becomes(['account_deleted', 'profile updated', 'profile updated']);
  expect(endedSessions().toSorted()).toEqual([member.sessionId, other.sessionId].toSorted());
});
