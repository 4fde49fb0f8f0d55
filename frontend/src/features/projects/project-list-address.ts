import { cut, type ProjectSort, SEARCH_MAX_LENGTH } from '@studiolo/contracts';

import type { ProjectListFilter } from '../../lib/projects/project-list-filter';
import { isSort, newestFirst } from '../../lib/projects/project-sort';
import { activeFilter, filterStatuses } from '../../lib/projects/project-status';

export type ProjectView = 'list' | 'board';
export type ListDensity = 'large' | 'small';

/** What the list shows, as the address of its page says. */
export interface ProjectListAddress extends ProjectListFilter {
  sort: ProjectSort;
  view: ProjectView;
  /** Of the list. */
  density: ListDensity;
}

/** Empty (no filter) for a status by which nothing can be filtered. */
function knownStatus(value: string | null): string {
  const status = value?.toLowerCase();
  const known = [...filterStatuses, activeFilter];
  return known.find((option) => option.value === status)?.value ?? '';
}

export function readAddress(params: URLSearchParams): ProjectListAddress {
  const sort = params.get('sort');
  return {
    search: cut(params.get('search') ?? '', SEARCH_MAX_LENGTH).trim(),
    status: knownStatus(params.get('status')),
    sort: isSort(sort) ? sort : newestFirst,
    view: params.get('view') === 'board' ? 'board' : 'list',
    density: params.get('density') === 'small' ? 'small' : 'large',
  };
}

/** What is so when the address does not say it. */
const defaults = { search: '', status: '', sort: newestFirst, view: 'list', density: 'large' };

/** Leaves out what is so by default. */
export function writeAddress(address: ProjectListAddress): URLSearchParams {
  const params = new URLSearchParams({ ...address, search: address.search.trim() });
  for (const [name, value] of Object.entries(defaults))
    if (params.get(name) === value) params.delete(name);
  return params;
}
