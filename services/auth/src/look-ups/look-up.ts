import { authMessages, emailSchema, idSchema } from '@studiolo/contracts';
import { enqueue } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** A job that finds out which mail may be sent, if any. It needs no queue: the outbox runs it. */
export const lookUpSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reset-link'), data: authMessages.forgotPassword.request }),
  z.object({
    name: z.literal('resend-verification'),
    data: authMessages.resendVerification.request,
  }),
  z.object({
    name: z.literal('mail-new-email'),
    data: z.object({ attemptId: idSchema, email: emailSchema }),
  }),
]);
export type LookUp = z.output<typeof lookUpSchema>;
export type LookUpData<Name extends LookUp['name']> = Extract<LookUp, { name: Name }>['data'];

/**
 * Delay of a look-up, in milliseconds: by then the answer has been sent, so its time cannot reveal whether an address has
 * an account.
 */
const LOOK_UP_DELAY_MS = 500;

/** Looks up which mail may be sent, after the answer to the request. */
export async function lookUpLater(transaction: EntityManager, job: LookUp): Promise<void> {
  await enqueue(transaction, { ...job, id: uuidv7(), delayMs: LOOK_UP_DELAY_MS });
}
