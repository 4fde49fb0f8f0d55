import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { storageUsageQuery } from '../../lib/queries';
import { uploadQueueOf } from './upload-queue';
import { limitsFrom } from './upload-refusal';

/** The upload queue on the page of a project. */
export function useUploadQueue(projectId: string) {
  const queue = uploadQueueOf(useQueryClient());
  const { data: usage } = useQuery(storageUsageQuery);
  useEffect(() => {
    queue.enterPage(projectId);
    return () => queue.leavePage(projectId);
  }, [queue, projectId]);
  useEffect(() => queue.reconsider(), [queue, usage]);
  const items = queue.useItems().filter(({ project }) => project.id === projectId);
  return { queue, items, limits: limitsFrom(usage) };
}
