import { deleteFileOperation, type StorageUsage } from '@studiolo/contracts';
import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import type { Project } from './api/answers';
import { call } from './api/client';
import { describeError } from './api/errors';
import { projectQuery } from './project-query';
import { queryKeys, storageUsageQuery } from './queries';
import { toast } from './toasts';

export interface FileAddress {
  projectId: string;
  filename: string;
}

function usageWithout(usage: StorageUsage, projectId: string, bytes: number): StorageUsage {
  return {
    ...usage,
    total_storage_bytes: usage.total_storage_bytes - bytes,
    total_files: usage.total_files - 1,
    projects: usage.projects
      .map((project) =>
        project.project_id === projectId
          ? {
              ...project,
              file_count: project.file_count - 1,
              total_size: project.total_size - bytes,
            }
          : project,
      )
      .filter((project) => project.file_count > 0),
  };
}

/** Removes files from the cached projects and usage. */
function removeFromCache(queryClient: QueryClient, addresses: readonly FileAddress[]): void {
  for (const { projectId, filename } of addresses) {
    const { queryKey } = projectQuery(projectId);
    const project = queryClient.getQueryData<Project>(queryKey);
    const file = project?.files.find((candidate) => candidate.filename === filename);
    if (!project || !file) continue;
    const files = project.files.filter((candidate) => candidate !== file);
    queryClient.setQueryData<Project>(queryKey, { ...project, files });
    queryClient.setQueryData(
      storageUsageQuery.queryKey,
      (usage) => usage && usageWithout(usage, projectId, file.size),
    );
  }
}

/** Copies the cached projects and usage of the files. Returns a function that restores them. */
function saveCache(queryClient: QueryClient, addresses: readonly FileAddress[]): () => void {
  const keys = [...new Set(addresses.map(({ projectId }) => projectId))]
    .map((id): QueryKey => projectQuery(id).queryKey)
    .concat([storageUsageQuery.queryKey]);
  const shown = keys.map((key) => [key, queryClient.getQueryData(key)] as const);
  return () => {
    for (const [key, data] of shown) queryClient.setQueryData(key, data);
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
