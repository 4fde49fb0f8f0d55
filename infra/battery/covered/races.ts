import type { CoveredCases } from '../covered.ts';
import { within } from './within.ts';

const races = within('integration', 'services/storage/src/races.int-spec.ts');
const ownerRemoval = within('integration', 'services/projects/test/owner-removal.int-spec.ts');
const deleteAccount = within(
  'integration',
  'services/auth/src/delete-account/delete-account.int-spec.ts',
);
const signup = within('integration', 'services/auth/src/signup/signup.int-spec.ts');
const fields = within('unit', 'libs/contracts/src/fields.spec.ts');
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

/** Load and races. */
export const RACES: CoveredCases = {
  L1: [
    ...races([
      '50 uploads of 1 MB by one owner at once',
      'exactly five kept; reserved + used never above the quota',
      'of fifty uploads of 1 MB at once by one owner exactly five are kept, and the quota holds at every instant',
    ]),
  ],
  L2: [
    ...races([
      '50 uploads of one name at once',
      '50 names with the right contents',
      'fifty uploads of one name at once give fifty names with the right contents',
    ]),
  ],
  L3: [
    ...races([
      'a hundred uploads and deletions of one name at once',
      'usage ends at the true sum',
      'a hundred uploads and deletions of one name at once end at the true sum',
    ]),
  ],
  L4: [
    ...races(
      [
        'a project deleted during its uploads',
        'no file, reservation, usage or object outlives it',
        'a project deleted during its uploads leaves no file, no reservation, no usage and no object',
      ],
      [
        'an account deleted during its uploads',
        'nothing of it stays',
        'an account deleted during its uploads leaves nothing either',
      ],
    ),
    ...ownerRemoval([
      'an account deleted during its creates',
      'no project outlives it',
      'creates that race with the deletion of a known owner leave nothing behind',
    ]),
    ...deleteAccount([
      'an account deleted during its logins',
      'no session outlives it',
      'racing with logins leaves no session alive',
    ]),
  ],
  L5: [
    ...signup([
      '20 sign-ups of one address at once, in four spellings',
      'one account, one mail',
      'opens one account and sends one mail for twenty sign-ups of one address at once',
    ]),
    ...fields([
      'an address with a letter that only looks or folds like another',
      'it is no address',
      '"annſ@xé.de" is no address',
    ]),
  ],
  L6: [
    ...hostileClient([
      'ten submissions of one project at once under one Idempotency-Key',
      'one project, the same id ten times',
      'ten submissions of one project at once make one project with one id',
    ]),
  ],
  L7: [
    ...resetPassword([
      'ten uses of a reset link at once',
      'one takes effect',
      'happens once for ten uses of its link at once',
    ]),
    ...verifyEmail([
      'ten uses of a verification link at once',
      'one takes effect',
      'happens once for ten uses of its link at once',
    ]),
    ...googleCallback([
      'ten uses of a Google code at once',
      'one takes effect',
      'happens once for ten uses of a code at once',
    ]),
  ],
  L8: [
    ...changePassword([
      'a password change, logins and a reset at once',
      'one password, no session of another',
      'racing with logins and a reset leaves one password and no session of another',
    ]),
  ],
};
