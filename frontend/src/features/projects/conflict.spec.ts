import type { ProjectFields } from '@studiolo/contracts';

import { changedFields, conflictingFields, resolved } from './conflict';

const base: ProjectFields = {
  title: 'Ridge at Dawn',
  client: 'Alpine Press',
  contact: null,
  status: 'in_progress',
  description: null,
};

it('a save leaves a status whose label the form shows under another value', () => {
  const now = { ...base, title: 'Ridge at Dusk', status: 'inprogress' } as const;
  expect(changedFields(base, now)).toEqual({ title: 'Ridge at Dusk' });
});

describe('a save that came after another one', () => {
  const mine = { title: 'Ridge at Dusk', contact: 'anna@example.com' };

  it('merges with it when they changed different fields', () => {
    const theirs = { ...base, client: 'Theirs', status: 'review' } as const;
    expect(conflictingFields(base, mine, theirs)).toEqual([]);
  });

  it('is no conflict when both wrote the same', () => {
    expect(conflictingFields(base, mine, { ...base, ...mine })).toEqual([]);
  });

  it('is no conflict when only the value of the same status differs', () => {
    const theirs = { ...base, status: 'inprogress' } as const;
    expect(conflictingFields(base, { status: 'review' }, theirs)).toEqual([]);
  });

  it('conflicts in the fields that both changed, and keeps the chosen side of each', () => {
    const theirs = { ...base, title: 'Theirs', client: 'Theirs', contact: 'bo@example.com' };
    const names = conflictingFields(base, mine, theirs);
    expect(names).toEqual(['title', 'contact']);
    expect(resolved(mine, { title: 'theirs' })).toEqual({
      contact: 'anna@example.com',
    });
  });
});
