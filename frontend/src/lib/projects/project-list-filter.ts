import { projectStatusSchema, searchable, statusMeanings } from '@studiolo/contracts';

import type { Project } from '../api/answers';

/** The filter of the list; an empty text matches every project. */
export interface ProjectListFilter {
  search: string;
  status: string;
}

function meansStatus(wanted: string, status: string): boolean {
  if (wanted === '') return true;
  const parsed = projectStatusSchema.safeParse(wanted);
  const meanings: readonly string[] = parsed.success ? statusMeanings[parsed.data] : [];
  return meanings.includes(status.toLowerCase());
}

export function matchesFilter(
  { search, status }: ProjectListFilter,
  project: Pick<Project, 'title' | 'client' | 'status'>,
): boolean {
  const wanted = searchable(search);
  const hasText = [project.title, project.client].some((text) => searchable(text).includes(wanted));
  return hasText && meansStatus(status, project.status);
}
