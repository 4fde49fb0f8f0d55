import { randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';

import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { emailSchema, NAME_MAX_LENGTH, nameSchema } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
import pTimeout from 'p-timeout';
import passport from 'passport';
import { type Profile, Strategy } from 'passport-google-oauth20';
import { z } from 'zod';

import type { AuthSettings } from '../auth.settings.js';

/** The page of the front end to which Google sends the browser back. */
const CALLBACK_PATH = '/auth/google/callback';

/** Time limit of both calls to Google together, in milliseconds. */
const EXCHANGE_TIMEOUT_MS = 5000;
const STATE_BYTES = 32;

/** The person a code belongs to, from OpenID Connect's user info; some of Google's answers send the flag as a string. */
export const googleIdentity = z
  .object({
    sub: z.string().min(1).max(255),
    email: emailSchema,
    email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
    hd: z.string().toLowerCase().optional(),
    name: z.string().optional(),
  })
  .transform(({ sub, email, email_verified, hd, name }) => ({
    googleId: sub,
    email,
    emailVerified: email_verified,
    hostedDomain: hd,
    name: nameSchema.safeParse(cleanName(name)).data ?? email.slice(0, email.indexOf('@')),
  }));
export type GoogleIdentity = z.output<typeof googleIdentity>;

type GoogleSettings = AuthSettings & Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET', string>;

/** Exchanges one code for the person behind it: Passport attaches the result callbacks of a call to its strategy. */
class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(settings: GoogleSettings, agent: http.Agent, isOver: () => boolean) {
    super({
      clientID: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
      callbackURL: `${settings.APP_URL}${CALLBACK_PATH}`,
      authorizationURL: settings.GOOGLE_AUTHORIZATION_URL,
      tokenURL: settings.GOOGLE_TOKEN_URL,
      userProfileURL: settings.GOOGLE_USERINFO_URL,
      skipUserProfile: isOver,
    });
    this._oauth2.useAuthorizationHeaderforGET(true);
    this._oauth2.setAgent(agent);
  }

  validate(_accessToken: string, _refreshToken: string, profile: Profile): GoogleIdentity {
    return googleIdentity.parse(profile._json);
  }
}

type Middleware = (request: object, response: object, next: (error: unknown) => void) => void;

/** Sign-in with Google: the URL for the browser, and the person who comes back. */
@Injectable()
export class Google {
  constructor(@Inject(SETTINGS) private readonly settings: AuthSettings) {}

  /**
   * A URL with a fresh `state`.
   * @throws AppError GOOGLE_NOT_CONFIGURED
   */
  authorizationUrl(): string {
    const settings = this.configured();
    const query = new URLSearchParams({
      client_id: settings.GOOGLE_CLIENT_ID,
      redirect_uri: `${settings.APP_URL}${CALLBACK_PATH}`,
      response_type: 'code',
      scope: 'openid email profile',
      state: randomBytes(STATE_BYTES).toString('base64url'),
    });
    return `${settings.GOOGLE_AUTHORIZATION_URL}?${query.toString()}`;
  }

  /**
   * Finds the person behind a code, which works only once.
   * @throws AppError GOOGLE_NOT_CONFIGURED, GOOGLE_CODE_REJECTED, GOOGLE_UNREACHABLE
   */
  async identify(code: string): Promise<GoogleIdentity> {
    const settings = this.configured();
    const agent = new (settings.GOOGLE_TOKEN_URL.startsWith('https:') ? https : http).Agent();
    let isOver = false;
    const strategy = new GoogleStrategy(settings, agent, () => isOver);
    const exchange = new Promise<GoogleIdentity>((resolve, reject) => {
      const done = (error: unknown, identity: GoogleIdentity | false) => {
        if (identity) resolve(identity);
        else reject(error instanceof Error ? error : new Error('Google refused', { cause: error }));
      };
      const authenticate = passport.authenticate(strategy, { session: false }, done) as Middleware;
      // With a code, all that Passport reads of a request is its query, and it writes no response.
      authenticate({ query: { code } }, {}, reject);
    });
    try {
      return await pTimeout(exchange, { milliseconds: EXCHANGE_TIMEOUT_MS });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      // The strategy's HTTP client has no time-out: this closes what still waits, after which nothing more is asked.
      isOver = true;
      agent.destroy();
    }
  }

  private configured(): GoogleSettings {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = this.settings;
    if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) throw new AppError('GOOGLE_NOT_CONFIGURED');
    return { ...this.settings, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET };
  }
}

/** Error codes that blame the code we were given: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const CODE_FAULTS = new Set<unknown>(['invalid_grant', 'invalid_request']);

/**
 * Converts a failed exchange to an error for the person signing in. Only the parts of Google's answer known to be
 * harmless are logged: the rest may repeat the code.
 */
export function refusalOf(error: unknown): AppError {
  const { code, oauthError } = error as {
    code?: unknown;
    oauthError?: Error | { readonly statusCode: number };
  };
  if (CODE_FAULTS.has(code)) return new AppError('GOOGLE_CODE_REJECTED');
  const cause =
    oauthError === undefined || oauthError instanceof Error
      ? (oauthError ?? error)
      : new Error(`Google answered ${oauthError.statusCode}`);
  return new AppError('GOOGLE_UNREACHABLE', {}, { cause });
}

/** A name as `nameSchema` accepts it if it can: one line, limited length, no lone surrogates. */
function cleanName(name = ''): string {
  return name
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
}
