import {
  getProfileOperation,
  listProjectsOperation,
  storageUsageOperation,
  summarizeProjectsOperation,
} from '@studiolo/contracts';

import { refuse } from './api';

/** For tests that end on a signed-in page and do not look at its data. */
export function refuseSignedInCalls(): void {
  for (const operation of [
    listProjectsOperation,
    summarizeProjectsOperation,
    storageUsageOperation,
    getProfileOperation,
  ]) {
    refuse(operation, 400);
  }
}
