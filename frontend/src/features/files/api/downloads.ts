import type { StoredFile } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Project } from '../../../lib/api/answers';
import { downloadKey } from '../../../lib/api/queries';
import { MissingCodeError } from '../../../lib/code/fetch-code';
import { portableName, PortableNames } from '../../../lib/files/portable-name';
import { checksumLine, saveBlob, saveZip } from '../../../lib/files/save-blob';
import { toast } from '../../../lib/toasts';
import { fetchFile, fileQuery } from './file-query';

/** Downloads one file under its name; bytes that a preview has fetched are used again. */
export function useDownload(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: downloadKey,
    mutationFn: async (file: StoredFile) => {
      const cached = queryClient.getQueryData(fileQuery(projectId, file).queryKey);
      saveBlob(cached ?? (await fetchFile(projectId, file.filename)), file.filename);
    },
    onSuccess: () => toast.success('File downloaded successfully'),
    onError: () => toast.error('Failed to download file'),
  });
}

async function* downloads(
  projectId: string,
  files: readonly StoredFile[],
  onFile: (count: number) => void,
) {
  const names = new PortableNames();
  const checksums: string[] = [];
  for (const [index, { filename, sha256, created_at: createdAt }] of files.entries()) {
    const input = await fetchFile(projectId, filename);
    const name = names.add(filename, 'file');
    yield { name, lastModified: new Date(createdAt || Date.now()), input };
    if (sha256) checksums.push(checksumLine(sha256, name));
    onFile(index + 1);
  }
  if (checksums.length > 0) {
    const name = names.add('checksums.sha256', 'file');
    yield { name, lastModified: new Date(), input: checksums.join('') };
  }
}

/** Downloads files of a project as one ZIP, which the browser builds. */
export function useZip({ id, title }: Project) {
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationKey: downloadKey,
    mutationFn: (files: readonly StoredFile[]) => {
      setDone(0);
      return saveZip(downloads(id, files, setDone), `${portableName(title, 'project')}.zip`);
    },
    onSuccess: (_archive, { length }) =>
      toast.success(
        length === 1 ? 'File downloaded successfully' : `${length} files downloaded successfully`,
      ),
    onError: (error) =>
      toast.error(error instanceof MissingCodeError ? error.message : 'Failed to download file'),
  });
  const progress = mutation.isPending ? `Packing ${done} of ${mutation.variables.length}` : null;
  /** The progress in words; null while nothing is packed. */
  return { start: mutation.mutate, progress };
}
