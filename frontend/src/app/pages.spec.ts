import { paths } from '../lib/paths';
import { pageAt, protectedPages, publicPages } from './pages';

it.each([
  ['/projects', paths.projects],
  ['/projects/new', paths.newProject],
  ['/projects/0198-1', paths.projectPattern],
  ['/storage/', paths.storage],
] as const)('%s is fetched as the page of %s', (pathname, path) => {
  expect(pageAt(pathname).protectedPage).toBe(protectedPages[path]);
});

it('a public page needs no layout', () => {
  expect(pageAt('/login')).toEqual({
    publicPage: publicPages[paths.login],
    protectedPage: undefined,
  });
});
