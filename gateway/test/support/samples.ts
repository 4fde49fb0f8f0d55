import { v7 as uuidv7 } from 'uuid';

/** What the services answer, where a test does not care what it is. */
export const moment = '2026-11-21T10:00:00.000Z';

export const user = {
  ...{ id: uuidv7(), name: 'Anna', email: 'anna@example.com', email_verified: true },
  ...{ oauth_provider: null, google_id: null, created_at: moment, last_login: null },
};

export const project = {
  ...{ id: uuidv7(), title: 'Harbour wedding', client: 'Iris', contact: null, description: null },
  ...{ status: 'todo' as const, created_at: moment, updated_at: moment },
};

export const storedFile = (
  filename: string,
  size = 1,
  type = 'text/plain',
  sha256: string | null = null,
) => ({
  ...{ filename, size, sha256, damage: null, content_type: type, created_at: moment },
});
