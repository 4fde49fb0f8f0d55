import { randomUUID } from 'node:crypto';

import { eventually } from '@studiolo/testing/eventually';
import { fastify, type FastifyReply } from 'fastify';

import { LiveStream } from './live-stream.js';

const server = fastify();
afterAll(() => server.close());

const session = { userId: randomUUID(), sessionId: randomUUID() };
const change = () => {
  const news = { kind: 'profile', action: 'updated', project_id: null } as const;
  return { userId: session.userId, change: { ...news, at: new Date().toISOString() } };
};

test('a page that reads nothing takes at most 33 KiB of memory and is told once to reload everything', async () => {
  const asked = Promise.withResolvers<{ reply: FastifyReply }>();
  // Wrapped, because a reply is thenable.
  server.get('/', (_request, reply) => asked.resolve({ reply }));
  const answer = fetch(await server.listen({ host: '127.0.0.1', port: 0 }));
  const { reply } = await asked.promise;
  const stream = new LiveStream(session, reply);
  stream.hello(1000);
  let told = '';
  const decoder = new TextDecoder();
  const reading = answer.then(async ({ body }) => {
    for await (const part of body ?? [])
      told += decoder.decode(part as Uint8Array, { stream: true });
  });
  const { raw } = reply;
  await eventually(() => expect(raw.writableLength).toBe(0));
  // Keeps the data in the process; the operating system would buffer much of it.
  raw.socket?.cork();
  for (let count = 0; count < 5_000; count++) stream.deliver(change());
  expect(raw.writableLength).toBeGreaterThan(16 * 1024);
  expect(raw.writableLength).toBeLessThan(33 * 1024);
  raw.socket?.uncork();
  await eventually(() => expect(told).toContain('event: reset'));
  stream.deliver(change());
  stream.deliver({
    userId: session.userId,
    end: { reason: 'session_ended', sessionIds: [session.sessionId] },
  });
  await reading;
  const events = [...told.matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  expect(events.filter((name) => name === 'reset')).toHaveLength(1);
  expect(events.slice(-3)).toEqual(['reset', 'change', 'end']);
});
