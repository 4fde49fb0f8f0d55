import type { RateLimit } from '@studiolo/contracts';

import type { Session } from '../session/token-verifier.js';
import { type ClientKey, clientKey } from './client-address.js';

/** What of a call says whose it is. */
interface Caller {
  readonly request: { readonly ip: string };
  readonly session: Session | null;
  readonly body: unknown;
}

/** Under which key a call counts against a limit. */
export function limitKey({ by }: RateLimit, call: Caller): string | ClientKey {
  const address = clientKey(call.request.ip);
  switch (by) {
    case 'address':
      return address;
    case 'address and email':
      return `${address[0]} ${emailOf(call)}`;
    case 'email':
      return emailOf(call);
    case 'user':
      return userOf(call);
  }
}

function emailOf({ body }: Caller): string {
  if (hasEmail(body)) return body.email;
  throw new Error('The call has no address against which it could count');
}

function hasEmail(body: unknown): body is { email: string } {
  return typeof body === 'object' && body !== null && 'email' in body;
}

function userOf({ session }: Caller): string {
  if (session) return session.userId;
  throw new Error('Nobody is signed in against whom the call could count');
}
