import { deleteFileOperation, type Project, type StorageUsage } from '@studiolo/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

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

/** Returns how to put the file back. */
function takeAway(queryClient: QueryClient, { projectId, filename }: FileAddress): () => void {
  const { queryKey } = projectQuery(projectId);
  const project = queryClient.getQueryData<Project>(queryKey);
  const usage = queryClient.getQueryData(storageUsageQuery.queryKey);
  const file = project?.files.find((candidate) => candidate.filename === filename);
  if (!project || !file) return () => undefined;
  const files = project.files.filter((candidate) => candidate !== file);
  queryClient.setQueryData<Project>(queryKey, { ...project, files });
  if (usage) {
    const reduced = usageWithout(usage, projectId, file.size);
    queryClient.setQueryData(storageUsageQuery.queryKey, reduced);
  }
  return () => {
    queryClient.setQueryData<Project>(queryKey, project);
    queryClient.setQueryData(storageUsageQuery.queryKey, usage);
  };
}

/** Takes a file away at once and puts it back if the server refuses. */
export function useDeleteFile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: FileAddress) => call(deleteFileOperation, { params }),
    onMutate: async (file) => {
      await queryClient.cancelQueries({ queryKey: projectQuery(file.projectId).queryKey });
      return takeAway(queryClient, file);
    },
    onSuccess: () => {
      toast.success('File deleted successfully');
    },
    onError: (error, _file, putBack) => {
      putBack?.();
      toast.error(describeError(error, 'Failed to delete file'));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.projects }),
        queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage }),
      ]),
  });
}
