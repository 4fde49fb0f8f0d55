import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_STORAGE_QUOTA_BYTES,
  type StorageUsage,
  type StoredFile,
} from '@studiolo/contracts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Project } from '../../lib/api/answers';
import { uploadFile } from '../../lib/api/upload';
import { projectQuery } from '../../lib/project-query';
import { queryKeys, storageUsageQuery } from '../../lib/queries';
import { toast } from '../../lib/toasts';
import { UploadQueue } from './upload-queue';
import type { UploadLimits } from './upload-refusal';

function limitsFrom(usage: StorageUsage | undefined): UploadLimits {
  return {
    maxFileBytes: usage?.max_file_bytes ?? DEFAULT_MAX_FILE_BYTES,
    quotaBytes: usage?.quota_bytes ?? DEFAULT_STORAGE_QUOTA_BYTES,
    roomBytes: usage ? usage.quota_bytes - usage.total_storage_bytes : null,
  };
}

function showStored(queryClient: QueryClient, projectId: string, stored: StoredFile): void {
  queryClient.setQueryData<Project>(projectQuery(projectId).queryKey, (project) => {
    const isShown = project?.files.some(({ filename }) => filename === stored.filename);
    return project && !isShown ? { ...project, files: [...project.files, stored] } : project;
  });
  queryClient.setQueryData(
    storageUsageQuery.queryKey,
    (usage) => usage && { ...usage, total_storage_bytes: usage.total_storage_bytes + stored.size },
  );
}

function createQueue(queryClient: QueryClient, projectId: string): UploadQueue {
  return new UploadQueue({
    limits: () => limitsFrom(queryClient.getQueryData(storageUsageQuery.queryKey)),
    send: (request) => uploadFile({ projectId, ...request }),
    onStored: (stored) => {
      showStored(queryClient, projectId, stored);
    },
    onLeftOut: (count) => {
      toast.info(`${count} ${count === 1 ? 'file' : 'files'} of the system left out`);
    },
    onSettled: (stored) => {
      if (stored > 0) toast.success('File uploaded successfully');
      void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
      void queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
    },
  });
}

/** The upload queue of a project's page; leaving the page aborts its uploads. */
export function useUploadQueue(projectId: string) {
  const queryClient = useQueryClient();
  const { data: usage } = useQuery(storageUsageQuery);
  const [queue] = useState(() => createQueue(queryClient, projectId));
  useEffect(
    () => () => {
      queue.clear();
    },
    [queue],
  );
  useEffect(() => {
    queue.reconsider();
  }, [queue, usage]);
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return { queue, items, limits: limitsFrom(usage) };
}
