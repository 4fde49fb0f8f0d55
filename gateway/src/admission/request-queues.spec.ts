import { partOf } from './request-queues.js';

test.each([
  ['PUT', '/api/auth/profile', 'passwords'],
  ['GET', '/api/auth/profile', 'auth'],
  ['GET', '/api/projects/:id', 'projects'],
  ['GET', '/api/download/:projectId/:file', undefined],
  ['GET', '/api/events', undefined],
])('%s %s waits in the queue of %s', (method, route, part) => {
  expect(partOf(method, route)).toBe(part);
});
