import type { Project, StorageUsage, StoredFile } from '@studiolo/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { projectQuery } from '../../lib/project-query';

/** Projects whose files are fetched in one step. */
const STEP = 20;

export interface OwnedFile extends StoredFile {
  projectId: string;
  projectTitle: string;
}

function filesOf(project: Project): OwnedFile[] {
  return project.files.map((file) => ({
    ...file,
    projectId: project.id,
    projectTitle: project.title,
  }));
}

/**
 * The files of the projects that take most, largest first. A file of a project not yet asked for can be no larger than
 * that project, and those come in falling order.
 */
export function useLargestFiles(projects: StorageUsage['projects']) {
  const [asked, setAsked] = useState(STEP);
  const results = useQueries({
    queries: projects.slice(0, asked).map(({ project_id: id }) => projectQuery(id)),
  });
  const files = results
    .flatMap(({ data }) => (data ? filesOf(data) : []))
    .sort((one, other) => other.size - one.size);
  return {
    files,
    isLoading: results.some(({ isPending, isError }) => isPending && !isError),
    hasMore: projects.length > asked,
    showMore: () => {
      setAsked(asked + STEP);
    },
  };
}
