import { randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';

import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { emailSchema, NAME_MAX_LENGTH } from '@studiolo/contracts';
import { AppError, withTimeout } from '@studiolo/service-kit';
import passport from 'passport';
import { type Profile, Strategy } from 'passport-google-oauth20';
import { z } from 'zod';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';

/** The page of the front end to which Google sends the browser back. */
const CALLBACK_PATH = '/auth/google/callback';
const SCOPES = ['openid', 'email', 'profile'];

/** Idle time after which a connection to Google is closed, in milliseconds. */
const SOCKET_TIMEOUT_MS = 4000;
/** Time limit of both calls to Google together, in milliseconds. */
const EXCHANGE_TIMEOUT_MS = 5000;
const STATE_BYTES = 32;

/** The person a code belongs to, according to Google. */
export interface GoogleIdentity {
  readonly googleId: string;
  readonly email: string;
  /** Whether Google has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string;
}

/** OpenID Connect user info; some of Google's answers send the flag as a string. */
const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: emailSchema,
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().optional(),
});

type GoogleSettings = Pick<
  AuthSettings,
  'APP_URL' | 'GOOGLE_AUTHORIZATION_URL' | 'GOOGLE_TOKEN_URL' | 'GOOGLE_USERINFO_URL'
> & { readonly GOOGLE_CLIENT_ID: string; readonly GOOGLE_CLIENT_SECRET: string };

/** Exchanges a code for the person behind it. */
class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(private readonly settings: GoogleSettings) {
    super({
      clientID: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
      callbackURL: `${settings.APP_URL}${CALLBACK_PATH}`,
      authorizationURL: settings.GOOGLE_AUTHORIZATION_URL,
      tokenURL: settings.GOOGLE_TOKEN_URL,
      userProfileURL: settings.GOOGLE_USERINFO_URL,
      scope: SCOPES,
    });
    this._oauth2.useAuthorizationHeaderforGET(true);
    this._oauth2.setAgent(agentWithTimeout(settings.GOOGLE_TOKEN_URL));
  }

  /** A URL with a fresh `state`. */
  authorizationUrl(): string {
    return this._oauth2.getAuthorizeUrl({
      redirect_uri: `${this.settings.APP_URL}${CALLBACK_PATH}`,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state: randomBytes(STATE_BYTES).toString('base64url'),
    });
  }

  validate(_accessToken: string, _refreshToken: string, profile: Profile): GoogleIdentity {
    return toGoogleIdentity(profile._json);
  }
}

type Middleware = (request: object, response: object, next: (error: unknown) => void) => void;

/** Sign-in with Google: the URL for the browser, and the person who comes back. */
@Injectable()
export class Google {
  private readonly strategy: GoogleStrategy | undefined;

  constructor(@Inject(AUTH_SETTINGS) settings: AuthSettings) {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings;
    if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return;
    this.strategy = new GoogleStrategy({ ...settings, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  }

  /** @throws AppError GOOGLE_NOT_CONFIGURED */
  authorizationUrl(): string {
    return this.configured().authorizationUrl();
  }

  /**
   * Finds the person behind a code, which works only once.
   * @throws AppError GOOGLE_NOT_CONFIGURED, GOOGLE_CODE_REJECTED, GOOGLE_UNREACHABLE
   */
  async identify(code: string): Promise<GoogleIdentity> {
    // Passport attaches the result callbacks of a call to the strategy: each call needs its own.
    const strategy = Object.create(this.configured()) as GoogleStrategy;
    const exchange = new Promise<GoogleIdentity>((resolve, reject) => {
      const done = (error: unknown, identity: GoogleIdentity | false) => {
        if (identity) resolve(identity);
        else reject(error instanceof Error ? error : new Error('Google refused', { cause: error }));
      };
      const authenticate = passport.authenticate(strategy, { session: false }, done) as Middleware;
      // With a code, all that Passport reads of a request is its query, and it writes no response.
      authenticate({ query: { code } }, {}, reject);
    });
    return withTimeout(EXCHANGE_TIMEOUT_MS, exchange).catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  private configured(): GoogleStrategy {
    if (!this.strategy) throw new AppError('GOOGLE_NOT_CONFIGURED');
    return this.strategy;
  }
}

/** Error codes that blame the code we were given: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const CODE_FAULTS = new Set(['invalid_grant', 'invalid_request']);

/**
 * Converts a failed exchange to an error for the person signing in. Only the parts of Google's answer known to be
 * harmless are logged: the rest may repeat the code.
 */
export function refusalOf(error: unknown): AppError {
  const { code, oauthError } = error as { code?: unknown; oauthError?: unknown };
  if (typeof code === 'string' && CODE_FAULTS.has(code))
    return new AppError('GOOGLE_CODE_REJECTED');
  if (!isObject(oauthError) || oauthError instanceof Error) {
    return new AppError('GOOGLE_UNREACHABLE', {}, { cause: oauthError ?? error });
  }
  const status = String(oauthError.statusCode);
  return new AppError('GOOGLE_UNREACHABLE', {}, { cause: new Error(`Google answered ${status}`) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The strategy's HTTP client has no time-out, so this agent's connections time out themselves. */
function agentWithTimeout(url: string): http.Agent {
  const agent = new URL(url).protocol === 'https:' ? new https.Agent() : new http.Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback) as Socket;
    return socket.setTimeout(SOCKET_TIMEOUT_MS, () =>
      socket.destroy(new Error('Google took too long')),
    );
  };
  return agent;
}

/** Reads Google's user info. @throws z.ZodError when it differs from what Google documents */
export function toGoogleIdentity(userInfo: unknown): GoogleIdentity {
  const { sub, email, email_verified, name } = userInfoSchema.parse(userInfo);
  return {
    googleId: sub,
    email,
    emailVerified: email_verified,
    name: cleanName(name) || email.slice(0, email.indexOf('@')),
  };
}

/** A name in the form stored here: one line, limited length, no control characters or lone surrogates. */
function cleanName(name = ''): string {
  return name
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .trim();
}
