import { filterMeanings, searchable } from '@studiolo/contracts';

import type { Project } from '../api/answers';

/** The filter of the list; an empty text matches every project. */
export interface ProjectListFilter {
  search: string;
  status: string;
}

/** Whether a filter by the wanted status, if any, finds a project with this one. */
export function matchesStatus(wanted: string, status: string): boolean {
  if (wanted === '') return true;
  const meanings: Partial<Record<string, readonly string[]>> = filterMeanings;
  return meanings[wanted]?.includes(status.toLowerCase()) ?? false;
}

export function matchesFilter(
  { search, status }: ProjectListFilter,
  project: Pick<Project, 'title' | 'client' | 'status'>,
): boolean {
  const wanted = searchable(search);
  const hasText = [project.title, project.client].some((text) => searchable(text).includes(wanted));
  return hasText && matchesStatus(status, project.status);
}
