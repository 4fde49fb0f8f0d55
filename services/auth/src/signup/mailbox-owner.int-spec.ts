import { authMessages } from '@studiolo/contracts';
import { duringTests } from '@studiolo/testing/during-tests';
import { GoogleServer } from '@studiolo/testing/google-server';
import fc from 'fast-check';

import { AuthService, newEmail } from '../../test/auth-service.js';
import { mailTo, tokenIn } from '../../test/mailbox.js';
import { type Move, take } from '../../test/mailbox-model/moves.js';
import { Player } from '../../test/mailbox-model/player.js';
import { movesIn } from '../../test/mailbox-model/possible-moves.js';
import { STARTS } from '../../test/mailbox-model/state.js';
import { LinkMails } from '../mail/link-mails.js';

const MS_PER_SEQUENCE = 20_000;
const sequences = Number(process.env.MAILBOX_SEQUENCES ?? 24);
const seed = Number(process.env.MAILBOX_SEED ?? Date.now() % 1_000_000);

const google = duringTests(() => GoogleServer.start());

/** A start of the model, and numbers that choose one of the possible moves each. */
const walk = fc.tuple(
  fc.constantFrom(...STARTS),
  fc.array(fc.nat(), { minLength: 4, maxLength: 14, size: 'max' }),
);

describe('without limits', () => {
  const auth = AuthService.duringTests(() => ({ ...google().settings, RATE_LIMITS: 'off' }));

  test(
    `auth answers and keeps what the model of two people and one mailbox says (seed ${seed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(walk, async ([start, choices]) => {
          const player = await Player.at(start, auth, google(), auth.get(LinkMails));
          const moves: Move[] = [];
          let state = start;
          for (const choice of choices) {
            const possible = movesIn(state);
            const move = possible[choice % possible.length];
            if (!move) break;
            moves.push(move);
            await player.play(move).catch((cause: unknown) => {
              throw new Error(`Auth and the model differ after ${JSON.stringify(moves)}`, {
                cause,
              });
            });
            state = take(state, move).next;
          }
        }),
        // The first sequence that differs is told at once: to look for a shorter one takes minutes.
        { numRuns: sequences, seed, endOnFailure: true },
      );
    },
    60_000 + sequences * MS_PER_SEQUENCE,
  );
});

describe('within limits', () => {
  const auth = AuthService.duringTests();

  test('five sign-ups of a stranger, which use up his mails of the hour, leave the owner her own', async () => {
    const email = newEmail();
    const signUp = (who: string) => {
      const request = { email, password: `typed by the ${who}`, name: who, network: who };
      return auth.refusal(authMessages.signup, request);
    };
    for (let count = 0; count < 5; count += 1) expect(await signUp('stranger')).toBe('none');
    expect(await signUp('stranger')).toBe('VERIFICATION_MAIL_LIMITED');
    expect(await signUp('owner')).toBe('none');
    const token = tokenIn(await mailTo(email, 6));
    expect(await auth.verifyRefusal(token)).toBe('none');
    expect(await auth.loginRefusal(email, 'typed by the stranger')).toBe('INVALID_CREDENTIALS');
  });
});
