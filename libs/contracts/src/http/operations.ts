import * as auth from './auth.js';
import { eventsOperation } from './live.js';
import type { Operation } from './operation.js';
import * as projects from './projects.js';
import * as storage from './storage.js';

/** Every documented call, in the order of the documentation. */
export const operations: readonly Operation[] = [
  auth.signupOperation,
  auth.loginOperation,
  auth.logoutOperation,
  auth.getProfileOperation,
  auth.updateProfileOperation,
  auth.deleteAccountOperation,
  auth.listSessionsOperation,
  auth.endSessionOperation,
  auth.forgotPasswordOperation,
  auth.resetPasswordOperation,
  auth.verifyEmailOperation,
  auth.resendVerificationOperation,
  auth.googleUrlOperation,
  auth.googleCallbackOperation,
  projects.listProjectsOperation,
  projects.summarizeProjectsOperation,
  projects.createProjectOperation,
  projects.getProjectOperation,
  projects.updateProjectOperation,
  projects.deleteProjectOperation,
  eventsOperation,
  storage.storageUsageOperation,
  storage.uploadOperation,
  storage.downloadOperation,
  storage.deleteFileOperation,
];
