import {
  type ProjectSort,
  type ProjectSortKey,
  projectSorts,
  searchable,
} from '@studiolo/contracts';

import type { Project } from '../api/answers';
import { displayStatus, type StatusTone } from './project-status';

export const newestFirst: ProjectSort = '-created_at';

/** The orders of the list, as its page offers them. */
export const sortOptions: readonly { value: ProjectSort; label: string }[] = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: '-updated_at', label: 'Last changed first' },
  { value: 'updated_at', label: 'Last changed last' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: 'client', label: 'Client, A to Z' },
  { value: '-client', label: 'Client, Z to A' },
  { value: 'status', label: 'Status, To Do first' },
  { value: '-status', label: 'Status, To Do last' },
];

/** How far a project is. */
const tones: readonly StatusTone[] = [
  ...(['todo', 'progress', 'review', 'completed', 'hold', 'cancelled', 'unknown'] as const),
];

/** As a search compares it, and without accents. */
const letters = (text: string) =>
  searchable(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '');

const valueOf: Record<ProjectSortKey, (project: Project) => string | number> = {
  created_at: ({ created_at: at }) => Date.parse(at) || 0,
  updated_at: ({ updated_at: at }) => Date.parse(at) || 0,
  title: ({ title }) => letters(title),
  client: ({ client }) => letters(client),
  status: ({ status }) => tones.indexOf(displayStatus(status).tone),
};

export const isSort = (value: string | null): value is ProjectSort =>
  projectSorts.some((sort) => sort === value);

export const isDescending = (sort: ProjectSort): boolean => sort.startsWith('-');

/** Negative when the first of two projects comes first in this order, and 0 when the order does not say. */
export function compareBy(sort: ProjectSort): (one: Project, other: Project) => number {
  const value = valueOf[sort.replace('-', '') as ProjectSortKey];
  const sign = isDescending(sort) ? -1 : 1;
  return (one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === b) return 0;
    return a < b ? -sign : sign;
  };
}
