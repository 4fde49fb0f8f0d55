import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';

import { PassportStrategy } from '@nestjs/passport';
import { type Profile, Strategy } from 'passport-google-oauth20';

import type { AuthSettings } from '../auth.settings.js';
import { type GoogleIdentity, toGoogleIdentity } from './google-identity.js';

/** The page of the front end to which Google sends the browser back. */
export const CALLBACK_PATH = '/auth/google/callback';
export const SCOPES = ['openid', 'email', 'profile'];

/** Idle time after which a connection to Google is closed, in milliseconds. */
const SOCKET_TIMEOUT_MS = 4000;

export type GoogleSettings = Pick<
  AuthSettings,
  'APP_URL' | 'GOOGLE_AUTHORIZATION_URL' | 'GOOGLE_TOKEN_URL' | 'GOOGLE_USERINFO_URL'
> & { readonly GOOGLE_CLIENT_ID: string; readonly GOOGLE_CLIENT_SECRET: string };

/** Exchanges a code for the person behind it. */
export class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(settings: GoogleSettings) {
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

  validate(_accessToken: string, _refreshToken: string, profile: Profile): GoogleIdentity {
    return toGoogleIdentity(profile._json);
  }
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
