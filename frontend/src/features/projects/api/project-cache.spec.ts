import { summaryOf } from '@studiolo/contracts';
import { QueryClient } from '@tanstack/react-query';

import type { Project } from '../../../lib/api/answers';
import { countByStatus, projectSummaryQuery } from '../../../lib/projects/project-lists';
import { makeProject } from '../../../test/projects';
import { forgetProject, showChangedProject } from './project-cache';
import { projectPagesQuery } from './project-pages-query';

const [oldest, middle, newest] = [makeProject(), makeProject(), makeProject()];
const all = { search: '', status: '' };
const todo = { search: '', status: 'todo' };
const review = { search: '', status: 'review' };

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
});

/** Puts the first page of a list into the cache. */
function fill(filter: typeof all, projects: Project[], next_cursor: string | null = null) {
  const list = { pages: [{ projects, next_cursor }], pageParams: [null] };
  queryClient.setQueryData(projectPagesQuery(filter).queryKey, list);
  const summary = summaryOf(countByStatus(projects));
  queryClient.setQueryData(projectSummaryQuery(filter).queryKey, summary);
}

function ids(filter: typeof all) {
  const list = queryClient.getQueryData(projectPagesQuery(filter).queryKey);
  return list?.pages.map(({ projects }) => projects.map(({ id }) => id));
}

const total = (filter: typeof all) =>
  queryClient.getQueryData(projectSummaryQuery(filter).queryKey)?.total;

it('moves a project into the lists of its new status, ordered by date', () => {
  const other = makeProject({ status: 'review', created_at: '2026-11-01T12:00:30.000Z' });
  fill(all, [newest, middle, oldest]);
  fill(todo, [newest, middle, oldest]);
  fill(review, [other]);
  showChangedProject(queryClient, middle, { ...middle, status: 'review' });
  expect(ids(all)).toEqual([[newest.id, middle.id, oldest.id]]);
  expect(ids(todo)).toEqual([[newest.id, oldest.id]]);
  expect(ids(review)).toEqual([[middle.id, other.id]]);
  expect([all, todo, review].map(total)).toEqual([3, 2, 2]);
});

it('moves a renamed project in a list by title', () => {
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((title) => makeProject({ title }));
  const { queryKey } = projectPagesQuery(all, 'title');
  const list = { pages: [{ projects: [ada!, bo!, cy!], next_cursor: null }], pageParams: [null] };
  queryClient.setQueryData(queryKey, list);
  showChangedProject(queryClient, ada!, { ...ada!, title: 'Búz' });
  const titles = queryClient.getQueryData(queryKey)?.pages[0]?.projects.map(({ title }) => title);
  expect(titles).toEqual(['Bo', 'Búz', 'Cy']);
});

it('does not insert a project that a later page will bring', () => {
  fill(review, [{ ...newest, status: 'review' }], 'more');
  showChangedProject(queryClient, oldest, { ...oldest, status: 'review' });
  expect(ids(review)).toEqual([[newest.id]]);
});

it('removes a deleted project from every list', () => {
  fill(all, [newest, middle]);
  forgetProject(queryClient, newest.id);
  expect(ids(all)).toEqual([[middle.id]]);
});
