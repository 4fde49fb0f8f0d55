import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Project } from '../../lib/api/answers';
import { storageUsageQuery } from '../../lib/api/queries';
import type { FileChoice } from './folder-files';
import { isChosen } from './upload-item';
import { uploadQueueOf } from './upload-queue';
import { checked, limitsFrom } from './upload-refusal';
import { useFileDrop } from './use-file-drop';

/** The uploads to a project whose page is shown. Chosen files are sent when Upload is pressed, dropped ones at once. */
export function useUploads(project: Project) {
  const { id } = project;
  const queue = uploadQueueOf(useQueryClient());
  const { data: usage } = useQuery(storageUsageQuery);
  const [isAskedForFile, setIsAskedForFile] = useState(false);
  useEffect(() => {
    queue.enterPage(id);
    return () => queue.leavePage(id);
  }, [queue, id]);
  const limits = limitsFrom(usage);
  const items = checked(queue.useItems(), limits).filter((item) => item.project.id === id);
  const choose = (choice: FileChoice) => {
    setIsAskedForFile(false);
    queue.choose(project, choice);
  };
  const upload = () => {
    const chosen = items.filter(isChosen);
    setIsAskedForFile(chosen.length === 0);
    queue.upload(chosen);
  };
  const isDragging = useFileDrop((choice) => {
    choose(choice);
    queue.upload(queue.itemsOf(id).filter(isChosen));
  });
  return { queue, items, limits, choose, upload, isAskedForFile, isDragging };
}

export type Uploads = ReturnType<typeof useUploads>;
