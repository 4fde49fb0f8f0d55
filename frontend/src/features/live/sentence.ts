import type { LiveChange } from '@studiolo/contracts';

const subjects = { project: 'A project was', file: 'Files were' };
const verbs = { created: 'added', updated: 'changed', deleted: 'deleted' };

/** One sentence for changes that arrived together. Empty for the profile: a sign-in elsewhere is no change of work. */
export function sentenceFor(changes: readonly LiveChange[]): string {
  const sentences = changes.flatMap(({ kind, action }) =>
    kind === 'profile' ? [] : `${subjects[kind]} ${verbs[action]} elsewhere`,
  );
  const [first = '', ...others] = new Set(sentences);
  return others.length === 0 ? first : 'Your work was changed elsewhere';
}
