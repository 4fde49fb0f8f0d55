import { deleteFileOperation } from '@studiolo/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from './api/client';
import { describeError } from './api/errors';
import { projectQuery } from './project-query';
import { queryKeys } from './queries';
import { toast } from './toasts';

export interface FileAddress {
  projectId: string;
  filename: string;
}

/** Removes files from the cached projects. */
function removeFromCache(queryClient: QueryClient, addresses: readonly FileAddress[]): void {
  for (const { projectId, filename: gone } of addresses) {
    queryClient.setQueryData(projectQuery(projectId).queryKey, (project) => {
      return (
        project && { ...project, files: project.files.filter(({ filename }) => filename !== gone) }
      );
    });
  }
}

/** Copies the cached projects of the files. Returns a function that restores them. */
function saveCache(queryClient: QueryClient, addresses: readonly FileAddress[]): () => void {
  const keys = addresses.map(({ projectId }) => projectQuery(projectId).queryKey);
  const shown = keys.map((key) => [key, queryClient.getQueryData(key)] as const);
  return () => {
    for (const [key, project] of shown) queryClient.setQueryData(key, project);
  };
}

interface Outcome {
  deleted: FileAddress[];
  /** The error messages, each once. */
  reasons: ReadonlySet<string>;
}

async function deleteEach(addresses: readonly FileAddress[]): Promise<Outcome> {
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

function showOutcome({ deleted, reasons }: Outcome): void {
  if (deleted.length === 1) toast.success('File deleted successfully');
  if (deleted.length > 1) toast.success(`${deleted.length} files deleted successfully`);
  for (const reason of reasons) toast.error(reason);
}

/** Removes files from the page at once, and restores those that the server does not delete. */
export function useDeleteFiles() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteEach,
    onMutate: async (addresses) => {
      for (const { projectId } of addresses) {
        await queryClient.cancelQueries({ queryKey: projectQuery(projectId).queryKey });
      }
      const restore = saveCache(queryClient, addresses);
      removeFromCache(queryClient, addresses);
      return restore;
    },
    onSuccess: (outcome, _addresses, restore) => {
      if (outcome.reasons.size > 0) {
        restore();
        removeFromCache(queryClient, outcome.deleted);
      }
      showOutcome(outcome);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.projects }),
        queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage }),
      ]),
  });
}
