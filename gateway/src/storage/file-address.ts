import { AppError } from '@studiolo/service-kit';

import { idFrom } from '../http/read-call.js';

const FILENAME_MAX_LENGTH = 1024;

/** @throws AppError FILE_NOT_FOUND for an id or a name that no file can have */
export function fileAddress(userId: string, project: string, filename: string) {
  const isName =
    filename.length > 0 &&
    filename.length <= FILENAME_MAX_LENGTH &&
    !filename.includes('\0') &&
    filename.isWellFormed();
  if (!isName) throw new AppError('FILE_NOT_FOUND');
  return { userId, projectId: idFrom(project, 'FILE_NOT_FOUND'), filename };
}
