import type { CoveredCases } from '../covered.ts';
import { within } from './within.ts';

const hostileClient = within('e2e', 'infra/e2e/hostile-client.e2e-spec.ts');
const badInput = within('e2e', 'infra/e2e/bad-input.e2e-spec.ts');
const authorisation = within('e2e', 'infra/e2e/authorisation.e2e-spec.ts');
const sessionGuard = within('integration', 'gateway/test/session.int-spec.ts');

/** Tokens, identities and claims that are somebody else's. */
export const INTRUDERS: CoveredCases = {
  S1: [
    ...sessionGuard(
      ['a token without a signature', '401', 'a token is refused without a signature'],
      [
        'a token with a symmetric signature',
        '401',
        'a token is refused with a symmetric signature',
      ],
      ['a token of another key', '401', 'a token is refused of another key'],
      ['a token without an end', '401', 'a token is refused without an end'],
      ['a token that has expired', '401', 'a token is refused that has expired'],
      ['a token for another audience', '401', 'a token is refused for another audience'],
      ['a token of another issuer', '401', 'a token is refused of another issuer'],
      ['a token whose claims were changed', '401', 'a token is refused whose claims were changed'],
    ),
    ...authorisation([
      'verification, reset and forged tokens as a session, at a guarded call',
      '401',
      'listProjects is refused with 401 to everybody who has no living session',
    ]),
  ],
  S3: [
    ...authorisation(
      [
        'every documented call against the table of identities',
        'a call without a row fails the run',
        'every documented call has a row, and every row is documented as open or guarded',
      ],
      [
        "getProject of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "getProject answers somebody else's project like one that is not there, and leaves it alone",
      ],
      [
        "updateProject of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "updateProject answers somebody else's project like one that is not there, and leaves it alone",
      ],
      [
        "deleteProject of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "deleteProject answers somebody else's project like one that is not there, and leaves it alone",
      ],
      [
        "upload of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "upload answers somebody else's project like one that is not there, and leaves it alone",
      ],
      [
        "download of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "download answers somebody else's project like one that is not there, and leaves it alone",
      ],
      [
        "deleteFile of somebody else's",
        '404, as for one that is not there; it is unchanged',
        "deleteFile answers somebody else's project like one that is not there, and leaves it alone",
      ],
    ),
  ],
  S4: [
    ...badInput([
      'id, owner_id, created_at and files in a new project',
      'ignored',
      'text fields that belong to us are ignored',
    ]),
    ...hostileClient(
      [
        'id, email_verified and google_id at sign-up',
        'ignored',
        'a client cannot give itself a verified address or an id at sign-up',
      ],
      [
        'id, google_id and created_at in the profile',
        'ignored',
        'a client cannot give itself another identity in its profile',
      ],
      [
        'owner_id, size and used_bytes in an upload',
        'ignored',
        'a client cannot give itself room for more, or somebody else as the owner of a file',
      ],
    ),
  ],
  S7: [
    ...sessionGuard([
      'a gateway that starts and answers without Redis',
      '503 to logins and sessions, nobody is signed out',
      'without Redis the gateway starts, answers 503 and signs nobody out',
    ]),
  ],
};
