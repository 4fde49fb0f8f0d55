import { matching, preparedAs } from './queries.js';

test('an empty filter filters by owner only', () => {
  const filter = { search: null, status: null };
  expect(matching('anna', filter)).toEqual({ sql: ['user_id = $1'], values: ['anna'] });
});

test('every value of a filter is passed as a parameter', () => {
  const search = `'; DROP TABLE projects; --`;
  const { sql, values } = matching('anna', { search, status: 'completed' });
  expect(sql.join(' ')).not.toContain('DROP');
  expect(values).toEqual(['anna', ['done', 'completed'], `%${search.toLowerCase()}%`]);
});

test('different SQL has a different name, and a search is planned each time', () => {
  expect(preparedAs('list', { search: null, status: null })).toEqual({ name: 'list' });
  expect(preparedAs('list', { search: null, status: 'done' })).toEqual({ name: 'list-by-status' });
  expect(preparedAs('list', { search: 'Anna', status: null })).toEqual({});
});
