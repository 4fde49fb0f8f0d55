import { pem, rateLimitsSetting, secret, serviceSettings, url } from '@studiolo/service-kit';
import { z } from 'zod';

const httpUrl = () => url('http:', 'https:');

/** Every variable that the auth service reads from its environment. */
export const authSettings = serviceSettings.extend({
  APP_URL: httpUrl()
    .transform((value) => value.replace(/\/$/, ''))
    .describe('Address of the front end; mail links and the Google redirect lead there'),
  JWT_PRIVATE_KEY: pem('PRIVATE KEY').describe('Ed25519 key (PKCS#8 PEM) that signs access tokens'),
  MAIL_TOKEN_KEY: secret().describe('Key that derives the tokens of mail links'),
  SMTP_URL: url('smtp:', 'smtps:').describe('Mail server, user and password included'),
  MAIL_FROM: z
    .string({ error: 'is required' })
    .regex(/^[^\r\n@]*@[^\r\n]*$/, 'is not a sender')
    .describe('Sender of all mail, as in `Studiolo <hello@example.com>`'),
  EMAIL_VERIFICATION: z
    .enum(['required', 'off'])
    .default('required')
    .describe('`off` signs people in at sign-up without a verified address'),
  RATE_LIMITS: rateLimitsSetting,
  OPERATOR_PASSWORD: secret()
    .optional()
    .describe('Opens `/queues` of OPS_PORT, the page of the mail queue; off without it'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('Google sign-in is off without it'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Secret of GOOGLE_CLIENT_ID'),
  GOOGLE_AUTHORIZATION_URL: httpUrl()
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Where the browser is sent to sign in with Google'),
  GOOGLE_TOKEN_URL: httpUrl()
    .default('https://oauth2.googleapis.com/token')
    .describe('Where a code is exchanged'),
  GOOGLE_USERINFO_URL: httpUrl()
    .default('https://openidconnect.googleapis.com/v1/userinfo')
    .describe('Where the account behind a code is read'),
});
export type AuthSettings = z.output<typeof authSettings>;

/** Injects the settings: `@Inject(AUTH_SETTINGS) settings: AuthSettings`. */
export const AUTH_SETTINGS = Symbol('AUTH_SETTINGS');
