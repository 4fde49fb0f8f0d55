import type { StoredFile } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { downloadKey } from '../../../lib/queries';
import { saveBlob } from '../../../lib/save-blob';
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
