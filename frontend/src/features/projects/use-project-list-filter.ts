import { cut, SEARCH_MAX_LENGTH } from '@studiolo/contracts';
import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { rememberList } from '../../lib/projects/list-address';
import type { ProjectListFilter } from '../../lib/projects/project-list-filter';
import { filterStatuses } from '../../lib/projects/project-status';
import { useUser } from '../../lib/session/session';

export type ProjectView = 'list' | 'board';

interface ProjectListAddress extends ProjectListFilter {
  view: ProjectView;
}

/** Empty (no filter) for a status that the filter does not offer. */
function knownStatus(value: string | null): string {
  const status = value?.toLowerCase();
  return filterStatuses.find((option) => option.value === status)?.value ?? '';
}

/** Filters and view are in the URL, so that Back, reload and a shared link keep them. */
export function useProjectListFilter() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { id: userId } = useUser();
  useEffect(() => rememberList(userId, location), [userId, location]);
  const address: ProjectListAddress = {
    search: cut(params.get('search') ?? '', SEARCH_MAX_LENGTH),
    status: knownStatus(params.get('status')),
    view: params.get('view') === 'board' ? 'board' : 'list',
  };
  const change = useCallback(
    (changes: Partial<ProjectListAddress>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes)) {
            if (value === '' || value === 'list') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { ...address, change };
}
