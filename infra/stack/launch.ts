import type { Part } from './parts.ts';
import { prepareBucket, prepareDatabase } from './prepare-stores.ts';
import type { Stack } from './stack.ts';
import { STORES } from './stores.ts';

const MAIL_INBOX = STORES.filter(({ name }) => name === 'mail');
/** Stores that the services need to start. */
const NEEDED = STORES.filter(({ name }) => name !== 'mail');

async function launchNeeded(stack: Stack): Promise<void> {
  await stack.start(NEEDED);
  await Promise.all([prepareDatabase(stack.plan), prepareBucket(stack.plan.objectStore)]);
}

/** Starts the stores and prepares roles, schemas and bucket for the services. */
export async function launchStores(stack: Stack): Promise<void> {
  await Promise.all([launchNeeded(stack), stack.start(MAIL_INBOX)]);
}

/** Starts the stores and, once the build is done, the parts; ends the whole stack if one does not become ready. */
export async function launch(stack: Stack, parts: Part[], built: Promise<void>): Promise<void> {
  const application = async () => {
    await Promise.all([launchNeeded(stack), built]);
    await stack.start(parts);
  };
  try {
    await Promise.all([application(), stack.start(MAIL_INBOX)]);
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
