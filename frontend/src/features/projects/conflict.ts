import type { ProjectFields } from '@studiolo/contracts';

import { displayStatus } from '../../lib/project-status';

export type FieldName = keyof ProjectFields;

/** In the order of the form. */
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

/** The form has a spelling of its own for a status that has several. */
function isSame(name: FieldName, one: ProjectFields, other: ProjectFields): boolean {
  if (name !== 'status') return one[name] === other[name];
  return displayStatus(one.status).label === displayStatus(other.status).label;
}

/**
 * Whose value to propose for each field that differs: theirs where only they have changed it. Null when mine overwrites
 * nothing of theirs, so that there is nothing to ask.
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
