import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { z } from 'zod';

import { loadEnv } from './load-env.js';
import {
  pem,
  processSettings,
  rateLimitsSetting,
  secret,
  serviceSettings,
  url,
} from './settings.js';

const KEY = 'k9f3QxZr7TgYh2LmN8vBc5WdE1sAjUo6';

const refusal = (schema: z.ZodObject, env: Record<string, string>): string => {
  try {
    loadEnv(schema, env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no refusal';
};

const service = {
  DATABASE_URL: 'postgres://role:pw@db/studiolo',
  REDIS_URL: 'redis://cache:6379',
  TRANSPORT_SIGNING_KEY: KEY,
};

describe('settings', () => {
  test('are read with their types and defaults', () => {
    expect(loadEnv(serviceSettings, { ...service, OPS_PORT: '9100' })).toEqual({
      ...service,
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      OPS_PORT: 9100,
      SHUTDOWN_TIMEOUT_MS: 8000,
      DATABASE_POOL_SIZE: 10,
      DATABASE_POOLER: 'none',
      DATABASE_PREPARED_STATEMENTS: 'on',
    });
  });

  test.each(['', '  '])('that are blank (%p) count as absent', (blank) => {
    const settings = loadEnv(processSettings, { LOG_LEVEL: blank, OPS_PORT: blank });
    expect(settings).toMatchObject({ LOG_LEVEL: 'info', OPS_PORT: 0 });
  });

  test('are refused all at once, by name', () => {
    const env = { REDIS_URL: 'localhost', OPS_PORT: '70000', LOG_LEVEL: 'loud' };
    const message = refusal(serviceSettings, env);
    for (const name of [...Object.keys(env), 'DATABASE_URL', 'TRANSPORT_SIGNING_KEY']) {
      expect(message).toContain(`${name}: `);
    }
  });

  test('are never shown with their values', () => {
    const env = {
      ...service,
      DATABASE_URL: 'mysql://anna:hunter2@db',
      TRANSPORT_SIGNING_KEY: 'hunter2',
      OPS_PORT: 'hunter2',
      LOG_LEVEL: 'hunter2',
    };
    expect(refusal(serviceSettings, env)).not.toContain('hunter2');
  });

  test.each(['1.5', '-1', 'many', '65536'])('refuse %p as a port', (OPS_PORT) => {
    expect(refusal(processSettings, { OPS_PORT })).toContain('OPS_PORT');
  });
});

describe('a setting from a file', () => {
  const folder = temporaryFolder();
  const inFile = (text: string) => {
    const path = join(folder(), 'value');
    writeFileSync(path, text);
    return path;
  };
  const schema = z.object({ KEY: secret() });

  test('is its text without the line break at the end', () => {
    expect(loadEnv(schema, { KEY_FILE: inFile(`${KEY}\n`) })).toEqual({ KEY });
  });

  test('takes precedence over one given directly', () => {
    expect(loadEnv(schema, { KEY_FILE: inFile(KEY), KEY: 'x'.repeat(40) })).toEqual({ KEY });
  });

  test('is missing when the file is empty', () => {
    expect(refusal(schema, { KEY_FILE: inFile('\n') })).toContain('KEY: is required');
  });

  test('that cannot be read is reported by name with the others', () => {
    const both = schema.extend({ OTHER: secret() });
    const message = refusal(both, { KEY_FILE: join(folder(), 'absent') });
    expect(message).toContain('KEY_FILE: cannot be read (ENOENT)');
    expect(message).toContain('OTHER: is required');
  });
});

describe('in production', () => {
  const before = process.env.NODE_ENV;
  beforeAll(() => {
    process.env.NODE_ENV = 'production';
  });
  afterAll(() => {
    process.env.NODE_ENV = before;
  });
  const schema = z.object({ KEY: secret(), RATE_LIMITS: rateLimitsSetting });

  test.each(['change-me-change-me-change-me-change', 'development-key-for-signing-of-messages'])(
    'the placeholder %s is refused',
    (placeholder) => {
      const message = refusal(schema, { KEY: placeholder });
      expect(message).toContain('KEY: is a placeholder');
      expect(message).not.toContain(placeholder);
    },
  );

  test('a random key is accepted', () => {
    expect(loadEnv(schema, { KEY })).toEqual({ KEY, RATE_LIMITS: 'on' });
  });

  test('rate limits cannot be lifted', () => {
    expect(refusal(schema, { KEY, RATE_LIMITS: 'off' })).toContain('RATE_LIMITS: cannot be off');
  });
});

test('outside production rate limits can be lifted and any long key is accepted', () => {
  const schema = z.object({ KEY: secret(), RATE_LIMITS: rateLimitsSetting });
  const env = { KEY: 'change-me-change-me-change-me-change', RATE_LIMITS: 'off' };
  expect(loadEnv(schema, env)).toEqual(env);
});

test('a PEM may have its line breaks written out', () => {
  const schema = z.object({ KEY: pem('PUBLIC KEY') });
  const env = { KEY: String.raw`-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----` };
  expect(loadEnv(schema, env).KEY).toBe(
    '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----',
  );
  expect(refusal(z.object({ KEY: pem('PRIVATE KEY') }), env)).toContain('is not a PEM PRIVATE KEY');
});

test.each(['ftp://files', 'localhost:5432', '//host', ''])(
  '%p is refused as the address of a page',
  (APP_URL) => {
    const schema = z.object({ APP_URL: url('http:', 'https:') });
    expect(refusal(schema, { APP_URL })).toContain('APP_URL');
  },
);
