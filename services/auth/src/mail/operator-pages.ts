import type { INestApplicationContext } from '@nestjs/common';
import type { OperatorPages } from '@studiolo/service-kit';

import type { AuthSettings } from '../auth.settings.js';
import { MailQueue } from './mail-queue.js';

/** The page of the mail queue if a password is set for it; without one its code is not loaded. */
export async function operatorPages(
  app: INestApplicationContext,
  { OPERATOR_PASSWORD: password }: Pick<AuthSettings, 'OPERATOR_PASSWORD'>,
): Promise<OperatorPages | undefined> {
  if (password === undefined) return undefined;
  const { openMailBoard } = await import('./mail-board.js');
  return openMailBoard(app.get(MailQueue, { strict: false }).queue, password);
}
