import { projectDeleted } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { announce } from '../../src/index.js';

/** Announces an event of the contracts and gives the id by which it can be found again. */
export async function announceSomething(transaction: EntityManager): Promise<string> {
  const projectId = uuidv7();
  await announce(transaction, projectDeleted, { ownerId: uuidv7(), projectId });
  return projectId;
}
