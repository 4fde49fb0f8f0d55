import { type BodyOf, updateProfileOperation } from '@studiolo/contracts';
import * as z from 'zod/mini';

import type { User } from '../../../lib/api/answers';
import { call } from '../../../lib/api/client';

/** Pages need no answer: a server that does not send the user has changed what it was sent. */
const operation = { ...updateProfileOperation, answer: z.partial(updateProfileOperation.answer) };

export const updateProfile = (body: BodyOf<typeof operation>) => call(operation, { body });

export const isGoogleAccount = (user: User) => user.oauth_provider === 'google';
