// Cards load it late; here it is there before the time of the test begins.
import './status-dropdown';

import { listProjectsOperation, summarizeProjectsOperation, summaryOf } from '@studiolo/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';

import { accept, answer } from '../../../test/api';
import { makeProject } from '../../../test/projects';
import { storeSession } from '../../../test/render-app';
import { projectPagesQuery } from '../api/project-pages-query';
import { ProjectResults } from './project-results';

const dawn = makeProject({ title: 'Ridge at Dawn' });
const ferry = makeProject({ title: 'The Last Ferry' });
const firstPage = { projects: [dawn], next_cursor: 'next' };
const filter = { search: '', status: '' } as const;

it('loads the next page after a reload during which the end of the list was reached', async () => {
  storeSession();
  accept(summarizeProjectsOperation, summaryOf({ todo: 2 }));
  const seen = answer(listProjectsOperation, () => {
    const isNext = seen.at(-1)?.url.searchParams.get('cursor') === 'next';
    const body = isNext ? { projects: [ferry], next_cursor: null } : firstPage;
    return Promise.resolve({ status: 200, body });
  });
  const queryClient = new QueryClient();
  const pages = { pages: [firstPage], pageParams: [undefined] };
  queryClient.setQueryData(projectPagesQuery(filter).queryKey, pages);
  void queryClient.fetchInfiniteQuery(projectPagesQuery(filter));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ProjectResults
          density="large"
          filter={filter}
          sort="-created_at"
          onClearFilters={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('link', { name: 'The Last Ferry' })).toBeInTheDocument();
});
