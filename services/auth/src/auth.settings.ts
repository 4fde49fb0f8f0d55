import { pem, rateLimitsSetting, secret, serviceSettings, url } from '@studiolo/service-kit';
import { z } from 'zod';

const httpUrl = () => url('http:', 'https:');

/** Every variable that the auth service reads from its environment. */
export const authSettings = serviceSettings.extend({
  APP_URL: httpUrl().transform((value) => value.replace(/\/$/, '')),
  JWT_PRIVATE_KEY: pem('PRIVATE KEY'),
  MAIL_TOKEN_KEY: secret(),
  SMTP_URL: url('smtp:', 'smtps:'),
  SMTP_CA: pem('CERTIFICATE').optional(),
  MAIL_FROM: z.string({ error: 'is required' }).regex(/^[^\r\n@]*@[^\r\n]*$/, 'is not a sender'),
  EMAIL_VERIFICATION: z.enum(['required', 'off']).default('required'),
  RATE_LIMITS: rateLimitsSetting,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTHORIZATION_URL: httpUrl().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl().default('https://oauth2.googleapis.com/token'),
  GOOGLE_USERINFO_URL: httpUrl().default('https://openidconnect.googleapis.com/v1/userinfo'),
});
export type AuthSettings = z.output<typeof authSettings>;
