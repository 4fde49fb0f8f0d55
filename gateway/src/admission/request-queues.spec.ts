import { partOf } from './request-queues.js';

test.each([
  ['POST', '/api/auth/login', 'passwords'],
  ['PUT', '/api/auth/profile', 'passwords'],
  ['GET', '/api/auth/profile', 'auth'],
  ['GET', '/api/projects/:id', 'projects'],
  ['GET', '/api/download/:projectId/:file', 'download'],
  ['POST', '/api/upload', 'upload'],
  ['GET', '/api/events', undefined],
  ['GET', '/health/live', undefined],
])('%s %s belongs to %s', (method, route, part) => {
  expect(partOf(method, route)).toBe(part);
});
