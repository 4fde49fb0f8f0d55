import { createProjectOperation } from '@studiolo/contracts';

import { messageIdOf } from './idempotency-key.js';

test('another user, operation or key gives another message id, and nothing else does', () => {
  const ids = [
    messageIdOf('k-1', 'iris', 'createProject'),
    messageIdOf('k-1', 'iris', 'createProject'),
    messageIdOf('k-2', 'iris', 'createProject'),
    messageIdOf('k-1', 'noa', 'createProject'),
    messageIdOf('k-1', 'iris', 'upload'),
  ];
  expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(4);
});

test.each(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('%p is refused as a key', (key) => {
  const { error } = createProjectOperation.headers.safeParse({ 'idempotency-key': key });
  expect(error?.issues[0]?.message).toBe('The Idempotency-Key is not valid');
});
