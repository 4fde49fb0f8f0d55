import type { ProjectFields } from '@studiolo/contracts';

import { displayStatus } from '../../lib/project-status';

export type FieldName = keyof ProjectFields;

/** Labels of the fields, in the order of the form. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  client: 'Client',
  contact: 'Contact',
  status: 'Status',
  description: 'Description',
};

const fieldNames = Object.keys(fieldLabels) as FieldName[];

/** Whose value of a field is kept. */
export type Side = 'mine' | 'theirs';
export type Choices = Partial<Record<FieldName, Side>>;

export interface Conflict {
  /** The fields when the form was opened. */
  base: ProjectFields;
  mine: ProjectFields;
  theirs: ProjectFields;
}

/** Two values of one status are the same if they have the same label. */
function isSame(name: FieldName, one: ProjectFields, other: ProjectFields): boolean {
  if (name !== 'status') return one[name] === other[name];
  return displayStatus(one.status).label === displayStatus(other.status).label;
}

/**
 * The side to preselect for each field that differs: theirs where only they changed it. Null when my save would
 * overwrite none of their changes.
 */
export function proposedChoices({ base, mine, theirs }: Conflict): Choices | null {
  const differing = fieldNames.filter((name) => !isSame(name, mine, theirs));
  if (differing.every((name) => isSame(name, theirs, base))) return null;
  return Object.fromEntries(
    differing.map((name) => [name, isSame(name, mine, base) ? 'theirs' : 'mine']),
  );
}

/** All fields, each from the chosen side. */
export function resolved({ mine, theirs }: Conflict, choices: Choices): ProjectFields {
  const taken = fieldNames.filter((name) => choices[name] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
}
