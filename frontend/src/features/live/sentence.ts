import type { LiveChange } from '@studiolo/contracts';

const sentences: Record<LiveChange['kind'], Record<LiveChange['action'], string>> = {
  project: {
    created: 'A project was added elsewhere',
    updated: 'A project was changed elsewhere',
    deleted: 'A project was deleted elsewhere',
  },
  file: {
    created: 'Files were added elsewhere',
    updated: 'Files were changed elsewhere',
    deleted: 'Files were deleted elsewhere',
  },
  profile: {
    created: 'Your profile was changed elsewhere',
    updated: 'Your profile was changed elsewhere',
    deleted: 'Your profile was changed elsewhere',
  },
};

/** One sentence for changes that arrived together. */
export function sentenceFor(changes: readonly LiveChange[]): string {
  const distinct = new Set(changes.map(({ kind, action }) => sentences[kind][action]));
  const [first = '', ...others] = distinct;
  return others.length === 0 ? first : 'Your work was changed elsewhere';
}
