import { emailSchema, NAME_MAX_LENGTH } from '@studiolo/contracts';
import { z } from 'zod';

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
