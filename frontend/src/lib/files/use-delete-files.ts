import { deleteFileOperation } from '@studiolo/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../api/client';
import { describeError } from '../api/errors';
import { queryKeys } from '../api/queries';
import { useAskBeforeClosing } from '../forms/use-ask-before-closing';
import { projectQuery } from '../projects/project-query';
import { toast } from '../toasts';

export interface FileAddress {
  projectId: string;
  filename: string;
}

function removeFromCache(queryClient: QueryClient, addresses: readonly FileAddress[]): void {
  for (const { projectId, filename: gone } of addresses) {
    queryClient.setQueryData(
      projectQuery(projectId).queryKey,
      (project) =>
        project && { ...project, files: project.files.filter(({ filename }) => filename !== gone) },
    );
  }
}

/** Deletes what the server lets go, and collects the other reasons, each once. */
async function deleteEach(addresses: readonly FileAddress[]) {
  const deleted: FileAddress[] = [];
  const reasons = new Set<string>();
  for (const params of addresses) {
    try {
      await call(deleteFileOperation, { params });
      deleted.push(params);
    } catch (error) {
      reasons.add(describeError(error, 'Failed to delete file'));
    }
  }
  return { deleted, reasons };
}

const cached = { queryKey: queryKeys.projects };

/** Removes files from the page at once, and restores those that the server does not delete. */
export function useDeleteFiles() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: deleteEach,
    onMutate: async (addresses) => {
      await queryClient.cancelQueries(cached);
      const before = queryClient.getQueriesData(cached);
      removeFromCache(queryClient, addresses);
      return before;
    },
    onSuccess: ({ deleted, reasons }, _addresses, before) => {
      if (reasons.size > 0) {
        for (const [key, data] of before) queryClient.setQueryData(key, data);
        removeFromCache(queryClient, deleted);
      }
      if (deleted.length === 1) toast.success('File deleted successfully');
      if (deleted.length > 1) toast.success(`${deleted.length} files deleted successfully`);
      for (const reason of reasons) toast.error(reason);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(cached),
        queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage }),
      ]),
  });
  useAskBeforeClosing(mutation.isPending);
  return mutation;
}
