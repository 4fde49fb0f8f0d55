import { emailSchema, nameSchema } from '@studiolo/contracts';
import { z } from 'zod';

import {
  doPasswordsMatch,
  passwordsMustMatch,
  passwordTwice,
} from '../../../lib/password-confirmation';

export const profileSchema = z.object({ name: nameSchema, email: emailSchema });

export const changePasswordSchema = z
  .object({ current_password: z.string().min(1, 'Current password is required'), ...passwordTwice })
  .refine(doPasswordsMatch, passwordsMustMatch);
