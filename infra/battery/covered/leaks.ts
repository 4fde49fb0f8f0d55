import type { CoveredCases } from '../covered.ts';
import { within } from './within.ts';

const hostileClient = within('e2e', 'infra/e2e/hostile-client.e2e-spec.ts');
const resetPassword = within(
  'integration',
  'services/auth/src/reset-password/reset-password.int-spec.ts',
);
const verifyEmail = within(
  'integration',
  'services/auth/src/verify-email/verify-email.int-spec.ts',
);
const googleCallback = within(
  'integration',
  'services/auth/src/google-callback/google-callback.int-spec.ts',
);
const changePassword = within(
  'integration',
  'services/auth/src/change-password/change-password.int-spec.ts',
);
const http = within('integration', 'gateway/test/http.int-spec.ts');
const pages = within('integration', 'infra/web/server.int-spec.ts');
const authContract = within('unit', 'libs/contracts/src/http/auth.spec.ts');
const updateProfile = within(
  'integration',
  'services/auth/src/update-profile/update-profile.int-spec.ts',
);
const logs = within('e2e', 'infra/e2e/logs.e2e-spec.ts');
const logger = within('unit', 'libs/service-kit/src/logging/logger.spec.ts');

/** Links, Google, other origins, headers and logs. */
export const LEAKS: CoveredCases = {
  S8: [
    ...resetPassword(
      [
        'a copy of the database',
        'shows neither token nor what it is made of',
        'keeps neither token nor seed of the token where a copy of the database shows it',
      ],
      [
        'a second reset link',
        'ends the first',
        'asked for again ends the link that was sent before',
      ],
      ['a reset link to the second', 'it has an hour', 'has an hour'],
    ),
    ...verifyEmail(['a verification link to the second', 'it has 24 hours', 'has 24 hours']),
    ...pages([
      'the pages that tokens lead to',
      'send no Referer',
      'lets the page talk to itself and the API only',
    ]),
  ],
  S9: [
    ...hostileClient(
      [
        'HEAD and GET of a verification link by a scanner',
        'the link still works',
        'a mail scanner that opens the link to /verify-email consumes nothing',
      ],
      [
        'HEAD and GET of a reset link by a scanner',
        'the link still works',
        'a mail scanner that opens the link to /reset-password consumes nothing',
      ],
    ),
  ],
  S10: [
    ...authContract(['no code', '400', 'undefined is no code of Google']),
    ...googleCallback(
      ['a Google that says nothing', 'given up in time', 'says nothing is given up in time'],
      [
        'a Google that cannot be reached',
        '502, told apart from a bad code',
        'cannot be connected to is told apart from a bad code',
      ],
      [
        'an address that Google has not verified',
        'refused',
        'refuses an address whose verification is false',
      ],
      [
        'the address of a verified password account',
        'joined, and its password goes on working',
        'joins the account of a verified address, whose password goes on working',
      ],
      [
        'the address of an account that was never verified',
        'taken over: password, sessions and links end',
        'takes over an account that was never verified: password, sessions and links end',
      ],
    ),
  ],
  S11: [
    ...updateProfile([
      'a new email for a Google account',
      'refused',
      'of a Google account keeps its address',
    ]),
    ...changePassword([
      'a new password for a Google account',
      'refused',
      'is not for somebody who signs in with Google',
    ]),
  ],
  S12: [
    ...http(
      ['the front end as the origin', 'allowed', 'the front end may call the API'],
      ['the origin null', 'no CORS header', 'other origins null may not'],
      [
        'the origin http://app.test.evil.example',
        'no CORS header',
        'other origins http://app.test.evil.example may not',
      ],
      [
        'the origin http://evil.app.test',
        'no CORS header',
        'other origins http://evil.app.test may not',
      ],
      ['the origin https://app.test', 'no CORS header', 'other origins https://app.test may not'],
      [
        'the origin http://app.test:81',
        'no CORS header',
        'other origins http://app.test:81 may not',
      ],
    ),
  ],
  S13: [
    ...http(
      [
        'the headers of /api/projects',
        'security headers, a request id of its own',
        'every answer carries security headers and a request id of its own (/api/projects)',
      ],
      [
        'the headers of /api/nothing',
        'security headers, a request id of its own',
        'every answer carries security headers and a request id of its own (/api/nothing)',
      ],
      [
        'the headers of /health/live',
        'security headers, a request id of its own',
        'every answer carries security headers and a request id of its own (/health/live)',
      ],
      [
        'the headers of /api/docs',
        'security headers, a request id of its own',
        'every answer carries security headers and a request id of its own (/api/docs)',
      ],
      [
        'the headers of /api/projects/%zz',
        'security headers, a request id of its own',
        'every answer carries security headers and a request id of its own (/api/projects/%zz)',
      ],
      [
        'HTTP that is none',
        '400 with security headers',
        'HTTP that is none, in the form of every other refusal',
      ],
    ),
  ],
  S15: [
    ...logs([
      'the logs of all processes after a life of an account',
      'no password, token, link or mail body',
      'hold no password, token, link or body of a mail',
    ]),
    ...logger([
      'a line break in a logged text',
      'begins no line of its own',
      'a line break in a text cannot begin a line of its own',
    ]),
  ],
};
