import type { ProjectFields } from '@studiolo/contracts';

import { proposedChoices, resolved } from './conflict';

const base: ProjectFields = {
  title: 'Ridge at Dawn',
  client: 'Alpine Press',
  contact: null,
  status: 'todo',
  description: null,
};

describe('a save that was overtaken', () => {
  it('asks nothing when the other one changed no field', () => {
    const mine = { ...base, title: 'Ridge at Dusk' };
    expect(proposedChoices({ base, mine, theirs: base })).toBeNull();
  });

  it('asks nothing when the other one wrote the same', () => {
    const mine = { ...base, title: 'Ridge at Dusk' };
    expect(proposedChoices({ base, mine, theirs: mine })).toBeNull();
  });

  it('asks nothing about another spelling of the same status', () => {
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

  it('ends with each field from the side that was chosen', () => {
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
