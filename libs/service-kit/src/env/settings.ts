import { redisOptions } from 'nestjs-redis-streams';
import { z } from 'zod';

import { databaseAddress } from './database-address.js';

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().positive();

const SECRET_MIN_LENGTH = 32;
const PLACEHOLDER = /change.?me|example|placeholder|secret|password|development/i;

/** A key of at least 32 characters. Production refuses values that look like a placeholder. */
export const secret = () =>
  z
    .string({ error: 'is required' })
    .min(SECRET_MIN_LENGTH, `needs at least ${SECRET_MIN_LENGTH} characters`)
    .refine(
      (value) => process.env.NODE_ENV !== 'production' || !PLACEHOLDER.test(value),
      'is a placeholder, which production refuses',
    );

/** A PEM block; `\n` may be written as two characters, as env files need it. */
export const pem = (label: string) =>
  z
    .string({ error: 'is required' })
    .transform((value) => value.replaceAll('\\n', '\n'))
    .refine((value) => value.includes(`-----BEGIN ${label}-----`), `is not a PEM ${label}`);

export const url = (...protocols: string[]) =>
  z
    .string({ error: 'is required' })
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `is not a URL of ${protocols.join(', ')}`,
    );

/** An address that `parse` accepts; its error is the reason for a refusal. */
const address = (parse: (value: string) => unknown) =>
  z.string({ error: 'is required' }).superRefine((value, context) => {
    try {
      parse(value);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  });

/** Settings that every process reads. docs/settings.md says what each setting does. */
export const processSettings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OPS_PORT: port.default(0),
  OPS_HOST: z.string().optional(),
  SHUTDOWN_TIMEOUT_MS: positive.default(8000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
});
export type ProcessSettings = z.output<typeof processSettings>;

export const messagingSettings = z.object({
  REDIS_URL: address(redisOptions),
  REDIS_CA: pem('CERTIFICATE').optional(),
  TRANSPORT_SIGNING_KEY: secret(),
  TRANSPORT_SIGNING_KEY_PREVIOUS: secret().optional(),
});
export type MessagingSettings = z.output<typeof messagingSettings>;
export type RedisSettings = Pick<MessagingSettings, 'REDIS_URL'> &
  Partial<Pick<MessagingSettings, 'REDIS_CA'>>;

export const databaseSettings = z.object({
  DATABASE_URL: address(databaseAddress),
  DATABASE_CA: pem('CERTIFICATE').optional(),
  DATABASE_POOL_SIZE: positive.default(10),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  MIGRATIONS_DATABASE_URL: address(databaseAddress).optional(),
});
export type DatabaseSettings = z.output<typeof databaseSettings>;

export const serviceSettings = processSettings
  .extend(messagingSettings.shape)
  .extend(databaseSettings.shape);
export type ServiceSettings = z.output<typeof serviceSettings>;

/** `off` lifts all rate limits, for load tests; production refuses it. */
export const rateLimitsSetting = z
  .enum(['on', 'off'])
  .default('on')
  .refine((value) => value === 'on' || process.env.NODE_ENV !== 'production', {
    error: 'cannot be off in production',
  });
