import { pageAnswerSchema, projectFieldsSchema, storedFileSchema } from '@studiolo/contracts';
import { unzip } from 'unzipit';
import * as z from 'zod/mini';

const archivedFile = pageAnswerSchema(z.extend(storedFileSchema, { path: z.string() }));

/** A project of `projects.json`: what its owner edits, and the entry of the archive that holds each file. */
const archivedProject = z.extend(projectFieldsSchema, {
  id: z.string(),
  updated_at: z.string(),
  files: z.array(archivedFile),
});

export type ArchivedFile = z.infer<typeof archivedFile> & {
  /** Null when the archive lacks the file, which was deleted while the archive was made. */
  readonly read: (() => Promise<Blob>) | null;
};
export type ArchivedProject = Omit<z.infer<typeof archivedProject>, 'files'> & {
  readonly files: readonly ArchivedFile[];
};

export class NotAnArchiveError extends Error {
  constructor(cause?: unknown) {
    super('This is not an archive of Studiolo', { cause });
  }
}

/**
 * Reads what an archive holds; the bytes of a file are read when they are asked for.
 * @throws NotAnArchiveError
 */
export async function readArchive(zip: Blob): Promise<readonly ArchivedProject[]> {
  try {
    const { entries } = await unzip(zip);
    const projects = z.array(archivedProject).parse(await entries['projects.json']?.json());
    return projects.map(({ files, ...project }) => ({
      ...project,
      files: files.map((file) => {
        const entry = entries[file.path];
        return { ...file, size: entry?.size ?? file.size, read: entry ? () => entry.blob() : null };
      }),
    }));
  } catch (cause) {
    throw new NotAnArchiveError(cause);
  }
}
