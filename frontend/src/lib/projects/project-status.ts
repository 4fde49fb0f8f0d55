import type { ProjectStatus, StatusFilter } from '@studiolo/contracts';

interface StatusOption {
  value: ProjectStatus;
  label: string;
}

export const formStatuses: readonly StatusOption[] = [
  { value: 'todo', label: 'To Do' },
  { value: 'inprogress', label: 'In Progress' },
  { value: 'review', label: 'Review' },
  { value: 'done', label: 'Done' },
  { value: 'blocked', label: 'Blocked' },
];

/** The colour and mark of a status; several statuses share one. */
export type StatusTone =
  'todo' | 'progress' | 'review' | 'completed' | 'hold' | 'cancelled' | 'unknown';

const display: Record<ProjectStatus, { label: string; tone: StatusTone }> = {
  todo: { label: 'To Do', tone: 'todo' },
  inprogress: { label: 'In Progress', tone: 'progress' },
  in_progress: { label: 'In Progress', tone: 'progress' },
  review: { label: 'Review', tone: 'review' },
  done: { label: 'Completed', tone: 'completed' },
  completed: { label: 'Completed', tone: 'completed' },
  blocked: { label: 'On Hold', tone: 'hold' },
  on_hold: { label: 'On Hold', tone: 'hold' },
  cancelled: { label: 'Cancelled', tone: 'cancelled' },
};

export const filterStatuses: readonly StatusOption[] = (
  ['todo', 'inprogress', 'review', 'completed', 'blocked'] as const
).map((value) => ({ value, label: display[value].label }));

/** Only links lead to it, such as the dashboard's count: what the filter offers is specified. */
export const activeFilter = { value: 'active', label: 'Active' } as const satisfies {
  value: StatusFilter;
  label: string;
};

function isKnown(status: string): status is ProjectStatus {
  return Object.hasOwn(display, status);
}

/** Whether two statuses are shown as one. */
export function isSameStatus(one: string, other: string): boolean {
  return displayStatus(one).label === displayStatus(other).label;
}

/** The value that the forms offer for a status with several values; undefined for one that they do not offer. */
export function formStatusOf(status: string): ProjectStatus | undefined {
  return formStatuses.find(({ value }) => isSameStatus(value, status))?.value;
}

/** Label and tone of a status in any letter case; the label of an unknown one is its own text. */
export function displayStatus(status: string): { label: string; tone: StatusTone } {
  const key = status.toLowerCase();
  return isKnown(key) ? display[key] : { label: status, tone: 'unknown' };
}
