import type { ProjectFields } from '@studiolo/contracts';

import { proposedChoices, resolved } from './conflict';

const base: ProjectFields = {
  title: 'Ridge at Dawn',
  client: 'Alpine Press',
  contact: null,
  status: 'todo',
  description: null,
};

describe('a save that came after another one', () => {
  it('is no conflict when the other one changed no field', () => {
    const mine = { ...base, title: 'Ridge at Dusk' };
    expect(proposedChoices({ base, mine, theirs: base })).toBeNull();
  });

  it('is no conflict when both wrote the same', () => {
    const mine = { ...base, title: 'Ridge at Dusk' };
    expect(proposedChoices({ base, mine, theirs: mine })).toBeNull();
  });

  it('is no conflict when only the value of the same status differs', () => {
    const completed = { ...base, status: 'completed' } as const;
    const mine = { ...base, status: 'done', title: 'Ridge at Dusk' } as const;
    expect(proposedChoices({ base: completed, mine, theirs: completed })).toBeNull();
  });

  it('proposes mine where I changed a field, and theirs where only they did', () => {
    const mine = { ...base, title: 'Ridge at Dusk', client: 'Mine' };
    const theirs = { ...base, client: 'Theirs', status: 'review' } as const;
    const choices = proposedChoices({ base, mine, theirs });
    expect(choices).toEqual({ title: 'mine', client: 'mine', status: 'theirs' });
  });

  it('results in each field from the chosen side', () => {
    const mine = { ...base, title: 'Mine', client: 'Mine' };
    const theirs = { ...base, title: 'Theirs', client: 'Theirs', contact: 'anna@example.com' };
    const choices = { title: 'theirs', client: 'mine', contact: 'theirs' } as const;
    expect(resolved({ base, mine, theirs }, choices)).toEqual({
      ...base,
      title: 'Theirs',
      client: 'Mine',
      contact: 'anna@example.com',
    });
  });
});
