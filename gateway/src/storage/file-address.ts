import { idSchema } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

const FILENAME_MAX_LENGTH = 1024;

interface FileAddress {
  readonly userId: string;
  readonly projectId: string;
  readonly filename: string;
}

/** @throws AppError FILE_NOT_FOUND for an id or a name that no file can have */
export function fileAddress(userId: string, project: string, filename: string): FileAddress {
  const { data: projectId } = idSchema.safeParse(project);
  const isName =
    filename.length > 0 &&
    filename.length <= FILENAME_MAX_LENGTH &&
    !filename.includes('\0') &&
    filename.isWellFormed();
  if (projectId === undefined || !isName) throw new AppError('FILE_NOT_FOUND');
  return { userId, projectId: projectId.toLowerCase(), filename };
}
