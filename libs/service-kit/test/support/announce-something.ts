import { projectDeleted } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { announce } from '../../src/index.js';

/** Announces an event and returns its project id, by which a test finds it again. */
export async function announceSomething(transaction: EntityManager): Promise<string> {
  const projectId = uuidv7();
  await announce(transaction, projectDeleted, { userId: uuidv7(), projectId });
  return projectId;
}
