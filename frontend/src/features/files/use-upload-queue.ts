import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Project } from '../../lib/api/answers';
import { storageUsageQuery } from '../../lib/queries';
import { limitsFrom, sessionUploads } from './session-uploads';

/** The upload queue of a project, on its page. Uploads go on when the page is left. */
export function useUploadQueue(project: Project) {
  const uploads = sessionUploads(useQueryClient());
  const { data: usage } = useQuery(storageUsageQuery);
  const [queue] = useState(() => uploads.queueOf(project));
  useEffect(() => {
    uploads.forgetOutcome(project.id);
    return () => queue.leavePage();
  }, [uploads, project.id, queue]);
  useEffect(() => queue.reconsider(), [queue, usage]);
  return { queue, items: queue.store.useValue(), limits: limitsFrom(usage) };
}
