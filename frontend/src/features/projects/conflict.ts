import type { ProjectChanges, ProjectFields } from '../../lib/api/answers';
import { type FieldName, fieldNames } from '../../lib/projects/project-fields';
import type { ProjectDetail } from '../../lib/projects/project-query';
import { isSameStatus } from '../../lib/projects/project-status';

/** Whose value of a field is kept. */
export type Side = 'mine' | 'theirs';
export type Choices = Partial<Record<FieldName, Side>>;

export interface Conflict {
  /** What I changed. */
  mine: ProjectChanges;
  theirs: ProjectDetail;
  /** The fields that both sides changed, each to another value. */
  names: readonly FieldName[];
}

/** Two values of one status are the same if they have the same label. */
function isSame(name: FieldName, one: ProjectChanges, other: ProjectChanges): boolean {
  if (name !== 'status' || !one.status || !other.status) return one[name] === other[name];
  return isSameStatus(one.status, other.status);
}

/** The fields that differ from those before: what a save sends, so that it leaves all others as they are. */
export function changedFields(before: ProjectFields, now: ProjectFields): ProjectChanges {
  const names = fieldNames.filter((name) => !isSame(name, before, now));
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** The fields that both sides changed since `base`, each to another value. Changes of different fields merge. */
export function conflictingFields(
  base: ProjectFields,
  mine: ProjectChanges,
  theirs: ProjectFields,
): FieldName[] {
  return fieldNames.filter(
    (name) => name in mine && !isSame(name, theirs, base) && !isSame(name, theirs, mine),
  );
}

/** My changes without those for which their value is chosen. */
export function resolved(mine: ProjectChanges, choices: Choices): ProjectChanges {
  const kept = Object.entries(mine).filter(([name]) => choices[name as FieldName] !== 'theirs');
  return Object.fromEntries(kept);
}
