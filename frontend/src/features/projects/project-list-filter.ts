import { type ProjectRecord, projectStatusSchema, statusMeanings } from '@studiolo/contracts';

/** The filter of the list; an empty text matches every project. */
export interface ProjectListFilter {
  search: string;
  status: string;
}

function meansStatus(wanted: string, status: ProjectRecord['status']): boolean {
  if (wanted === '') return true;
  const parsed = projectStatusSchema.safeParse(wanted);
  return parsed.success && statusMeanings[parsed.data].some((meaning) => meaning === status);
}

/** Whether the server would list the project with this filter. */
export function matchesFilter(
  { search, status }: ProjectListFilter,
  project: Pick<ProjectRecord, 'title' | 'client' | 'status'>,
): boolean {
  const wanted = search.trim().toLowerCase();
  const hasText = [project.title, project.client].some((text) =>
    text.toLowerCase().includes(wanted),
  );
  return hasText && meansStatus(status, project.status);
}
