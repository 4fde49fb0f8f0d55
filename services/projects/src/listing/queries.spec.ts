import { preparedAs } from './queries.js';

test('different SQL has a different name, and a search is planned each time', () => {
  expect(preparedAs('list', { search: null, status: null })).toEqual({ name: 'list' });
  expect(preparedAs('list', { search: null, status: 'done' })).toEqual({ name: 'list-by-status' });
  expect(preparedAs('list', { search: 'Anna', status: null })).toEqual({});
});
