import type { StorageUsage, StoredFile } from '@studiolo/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { projectQuery } from '../../lib/projects/project-query';

/** The number of projects whose files are fetched at a time. */
const STEP = 20;

export interface OwnedFile extends StoredFile {
  projectId: string;
  projectTitle: string;
}

/**
 * The files of the largest projects, largest file first. The projects come by falling size, and no file of a project
 * that is not fetched yet can be larger than that project. Files are shown when all of a step are known: one that came
 * later would push others down under the pointer.
 */
export function useLargestFiles(projects: StorageUsage['projects']) {
  const [asked, setAsked] = useState(STEP);
  const results = useQueries({
    queries: projects.slice(0, asked).map(({ project_id: id }) => projectQuery(id)),
  });
  const isLoading = results.some(({ isPending, isError }) => isPending && !isError);
  const whole = isLoading ? asked - STEP : asked;
  const files: OwnedFile[] = results
    .slice(0, whole)
    .flatMap(({ data }) => data ?? [])
    .flatMap(({ id, title, files: own }) =>
      own.map((file) => ({ ...file, projectId: id, projectTitle: title })),
    )
    .sort((one, other) => other.size - one.size);
  return {
    files,
    isLoading,
    /** How many files are still to come. */
    loadingCount: projects
      .slice(whole, asked)
      .reduce((sum, { file_count: count }) => sum + count, 0),
    hasMore: projects.length > asked,
    showMore: () => setAsked(asked + STEP),
  };
}
