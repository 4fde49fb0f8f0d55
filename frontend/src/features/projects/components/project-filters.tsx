import { SEARCH_MAX_LENGTH } from '@studiolo/contracts';
import { Columns3, LayoutGrid } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';

import { filterStatuses } from '../../../lib/projects/project-status';
import { SelectField, TextField } from '../../../ui/fields';
import { ViewSwitch } from '../../../ui/view-switch';
import type { useProjectListFilter } from '../use-project-list-filter';
import styles from './project-filters.module.css';

const SEARCH_AFTER_MS = 180;

const statusOptions = [{ value: '', label: 'All Status' }, ...filterStatuses];

const views = [
  { value: 'list', label: 'List', icon: LayoutGrid },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const;

type Filter = ReturnType<typeof useProjectListFilter>;

/**
 * Copies the typed text into the URL after SEARCH_AFTER_MS, but not while another page is opening, because the change
 * of URL would cancel that. A change of the URL updates the text.
 */
function useTypedSearch({ search, change }: Filter) {
  const isLeaving = useNavigation().state !== 'idle';
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  useEffect(() => {
    if (isLeaving || typed.trim() === search) return;
    const timer = setTimeout(() => change({ search: typed.trim() }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, search, change, isLeaving]);
  return { typed, setTyped };
}

export function ProjectFilters({ filter }: { filter: Filter }) {
  const { typed, setTyped } = useTypedSearch(filter);
  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Title or client"
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Status"
        options={statusOptions}
        value={filter.status}
        onChange={(event) => filter.change({ status: event.target.value })}
      />
      <ViewSwitch
        label="View"
        views={views}
        view={filter.view}
        onChange={(view) => filter.change({ view })}
      />
    </search>
  );
}
