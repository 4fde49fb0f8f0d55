import { cut, SEARCH_MAX_LENGTH } from '@studiolo/contracts';

import type { ProjectListFilter } from '../../lib/projects/project-list-filter';
import { activeFilter, filterStatuses } from '../../lib/projects/project-status';

export type ProjectView = 'list' | 'board';

/** What the list shows, as the address of its page says. */
export interface ProjectListAddress extends ProjectListFilter {
  view: ProjectView;
}

/** Empty (no filter) for a status by which nothing can be filtered. */
function knownStatus(value: string | null): string {
  const status = value?.toLowerCase();
  const known = [...filterStatuses, activeFilter];
  return known.find((option) => option.value === status)?.value ?? '';
}

export function readAddress(params: URLSearchParams): ProjectListAddress {
  return {
    search: cut(params.get('search') ?? '', SEARCH_MAX_LENGTH).trim(),
    status: knownStatus(params.get('status')),
    view: params.get('view') === 'board' ? 'board' : 'list',
  };
}

/** Leaves out what is so by default. */
export function writeAddress({ search, status, view }: ProjectListAddress): URLSearchParams {
  const params = new URLSearchParams({ search: search.trim(), status, view });
  for (const [name, value] of [...params])
    if (value === '' || value === 'list') params.delete(name);
  return params;
}
