import { type Project, summaryOf } from '@studiolo/contracts';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';

import { countByStatus, projectSummaryQuery } from '../../../lib/project-lists';
import { makeProject } from '../../../test/projects';
import { forgetProject, showChangedProject } from './project-cache';
import { projectPagesQuery } from './project-pages-query';

interface Page {
  projects: Project[];
  next_cursor: string | null;
}

const [oldest, middle, newest] = [makeProject(), makeProject(), makeProject()];
const all = { search: '', status: '' };
const todo = { search: '', status: 'todo' };
const review = { search: '', status: 'review' };

function fill(queryClient: QueryClient, filter: typeof all, pages: Page[]) {
  queryClient.setQueryData(projectPagesQuery(filter).queryKey, { pages, pageParams: [null] });
  const projects = pages.flatMap((page) => page.projects);
  queryClient.setQueryData(
    projectSummaryQuery(filter).queryKey,
    summaryOf(countByStatus(projects)),
  );
}

function ids(queryClient: QueryClient, filter: typeof all) {
  const data: InfiniteData<Page> | undefined = queryClient.getQueryData(
    projectPagesQuery(filter).queryKey,
  );
  return data?.pages.map((page) => page.projects.map(({ id }) => id));
}

function total(queryClient: QueryClient, filter: typeof all) {
  return queryClient.getQueryData(projectSummaryQuery(filter).queryKey)?.total;
}

it('moves a project into the lists of its new status, ordered by date', () => {
  const queryClient = new QueryClient();
  const other = makeProject({ status: 'review', created_at: '2026-11-01T12:00:30.000Z' });
  fill(queryClient, all, [{ projects: [newest, middle, oldest], next_cursor: null }]);
  fill(queryClient, todo, [{ projects: [newest, middle, oldest], next_cursor: null }]);
  fill(queryClient, review, [{ projects: [other], next_cursor: null }]);
  showChangedProject(queryClient, middle, { ...middle, status: 'review' });
  expect(ids(queryClient, all)).toEqual([[newest.id, middle.id, oldest.id]]);
  expect(ids(queryClient, todo)).toEqual([[newest.id, oldest.id]]);
  expect(ids(queryClient, review)).toEqual([[middle.id, other.id]]);
  expect([total(queryClient, all), total(queryClient, todo), total(queryClient, review)]).toEqual([
    3, 2, 2,
  ]);
});

it('does not insert a project that a later page will bring', () => {
  const queryClient = new QueryClient();
  fill(queryClient, review, [{ projects: [{ ...newest, status: 'review' }], next_cursor: 'more' }]);
  showChangedProject(queryClient, oldest, { ...oldest, status: 'review' });
  expect(ids(queryClient, review)).toEqual([[newest.id]]);
});

it('removes a deleted project from every list', () => {
  const queryClient = new QueryClient();
  fill(queryClient, all, [{ projects: [newest, middle], next_cursor: null }]);
  forgetProject(queryClient, newest.id);
  expect(ids(queryClient, all)).toEqual([[middle.id]]);
});
