import {
  projectChangesSchema,
  projectFieldsSchema,
  projectPageSchema,
  summaryOf,
} from './project.js';

test('a new project has the status todo and no contact or description by default', () => {
  expect(projectFieldsSchema.parse({ title: 'Wedding', client: 'Anna' })).toEqual({
    title: 'Wedding',
    client: 'Anna',
    contact: null,
    status: 'todo',
    description: null,
  });
});

test('a status is accepted in any letter case', () => {
  expect(projectFieldsSchema.parse({ title: 'a', client: 'b', status: 'InProgress' }).status).toBe(
    'inprogress',
  );
});

test('an unknown status is refused by name', () => {
  const result = projectFieldsSchema.safeParse({ title: 'a', client: 'b', status: 'soon' });
  expect(result.error?.issues[0]?.message).toBe('This status is not known');
});

test.each([
  ['leaves the fields it does not name as they are', { title: 'New' }, { title: 'New' }],
  ['with a blank contact empties it', { contact: '' }, { contact: null }],
  ['ignores extra fields', { title: 'New', id: 'x', user_id: 'y' }, { title: 'New' }],
])('a change %s', (_what, changes, read) => {
  expect(projectChangesSchema.parse(changes)).toEqual(read);
});

test.each([
  ['Contact must be a text', projectChangesSchema, { contact: 5 }],
  ['Description must be a text', projectChangesSchema, { description: ['x'] }],
  ['Search must be a text', projectPageSchema, { search: ['a', 'b'] }],
])('an optional field of another type is not called required: %s', (sentence, schema, value) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence);
});

test('a list without parameters is unlimited, unfiltered and has the newest first', () => {
  expect(projectPageSchema.parse({})).toEqual({ search: null, status: null, sort: '-created_at' });
});

test.each(['', ' '])('a blank filter, here %j, filters nothing', (blank) => {
  const blanks = { search: blank, status: blank };
  expect(projectPageSchema.parse(blanks)).toEqual(projectPageSchema.parse({}));
});

test.each(['', 'x'.repeat(501), ['a', 'b']])('the cursor %j is refused', (cursor) => {
  const result = projectPageSchema.safeParse({ cursor });
  expect(result.error?.issues[0]?.message).toBe('This cursor is not valid');
});

test.each(['0', '501', '1.5', 'many'])('a limit of %s is refused', (limit) => {
  expect(projectPageSchema.safeParse({ limit }).success).toBe(false);
});

test('projects are counted in all, as active and as completed', () => {
  const counts = { todo: 1, inprogress: 2, done: 4, cancelled: 8 };
  expect(summaryOf(counts)).toEqual({ total: 15, active: 3, completed: 4, by_status: counts });
  expect(summaryOf({})).toEqual({ total: 0, active: 0, completed: 0, by_status: {} });
});
