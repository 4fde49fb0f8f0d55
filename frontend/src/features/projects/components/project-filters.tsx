import { SEARCH_MAX_LENGTH } from '@studiolo/contracts';
import { Columns3, Grid2x2, LayoutGrid, Rows3 } from 'lucide-react';

import { isSort, sortOptions } from '../../../lib/projects/project-sort';
import { activeFilter, filterStatuses } from '../../../lib/projects/project-status';
import { SelectField, TextField } from '../../../ui/fields';
import { ViewSwitch } from '../../../ui/view-switch';
import type { useProjectListFilter } from '../use-project-list-filter';
import styles from './project-filters.module.css';

const statusOptions = [{ value: '', label: 'All Status' }, ...filterStatuses];

const views = [
  { value: 'list', label: 'List', icon: LayoutGrid },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const;

const densities = [
  { value: 'large', label: 'Large', icon: Grid2x2 },
  { value: 'small', label: 'Small', icon: Rows3 },
] as const;

type Filter = Pick<ReturnType<typeof useProjectListFilter>, 'chosen' | 'change' | 'typeSearch'>;

export function ProjectFilters({ chosen, change, typeSearch }: Filter) {
  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Title or client"
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={chosen.search}
        onChange={(event) => typeSearch(event.target.value)}
      />
      <SelectField
        label="Status"
        // The one by which the list is filtered is named, also when only a link leads to it.
        options={
          chosen.status === activeFilter.value ? [...statusOptions, activeFilter] : statusOptions
        }
        value={chosen.status}
        onChange={(event) => change({ status: event.target.value })}
      />
      <SelectField
        label="Sort"
        options={sortOptions}
        value={chosen.sort}
        onChange={({ target: { value } }) => isSort(value) && change({ sort: value })}
      />
      <div className={styles.switches}>
        <ViewSwitch
          label="View"
          views={views}
          view={chosen.view}
          onChange={(view) => change({ view })}
        />
        {chosen.view === 'list' && (
          <ViewSwitch
            label="Density"
            views={densities}
            view={chosen.density}
            onChange={(density) => change({ density })}
          />
        )}
      </div>
    </search>
  );
}
