import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';

import { TestGateway } from './support/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await TestGateway.start(6);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const session = (id: string) => ({
  id,
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-21T10:00:00.000Z',
  device: 'Firefox on Linux',
});

test('the list of sessions marks the current one', async () => {
  const { token, sessionId } = await gateway.signIn();
  const other = randomUUID();
  gateway.services.answer(authMessages.listSessions, () => ({
    sessions: [session(other), session(sessionId)],
  }));
  expect(await gateway.json('GET', '/api/auth/sessions', { token })).toMatchObject({
    status: 200,
    body: {
      sessions: [
        { ...session(other), current: false },
        { ...session(sessionId), current: true },
      ],
    },
  });
});

test('a malformed session id is answered like a missing session', async () => {
  const { token } = await gateway.signIn();
  expect(await gateway.json('DELETE', '/api/auth/sessions/abc', { token })).toMatchObject({
    status: 404,
    body: { success: false, error: 'Session not found' },
  });
  expect(gateway.services.requestsOf(authMessages.endSession)).toEqual([]);
});
