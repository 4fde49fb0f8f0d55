import { uploadOperation } from '@studiolo/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, renderHook, waitFor } from '@testing-library/react';

import { refuse } from '../../test/api';
import { answerUsage, makeProject, picture } from '../../test/projects';
import { uploadQueueOf, useUploads } from './upload-queue';

/** The uploads of a project's page, in the cache of a user. */
function openPage(queryClient = new QueryClient()) {
  answerUsage();
  const project = makeProject();
  const page = renderHook(() => useUploads(project), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  const uploads = () => page.result.current;
  const statuses = () => uploads().items.map(({ status }) => status);
  const choose = (...files: File[]) =>
    act(() => uploads().choose({ files, rejectedFiles: [], leftOut: 0 }));
  return { ...page, queryClient, uploads, statuses, choose };
}

const drop = (file: File) => {
  const item = { webkitGetAsEntry: () => null, getAsFile: () => file };
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], items: [item] } });
};

it('Upload sends what was chosen, and asks for a file when there is none', async () => {
  refuse(uploadOperation, 500);
  const { uploads, statuses, choose } = openPage();
  expect(uploads().isAskedForFile).toBe(false);
  act(() => uploads().upload());
  expect(uploads().isAskedForFile).toBe(true);
  choose(picture('a.png'));
  expect(uploads().isAskedForFile).toBe(false);
  expect(statuses()).toEqual(['chosen']);
  act(() => uploads().upload());
  expect(uploads().isAskedForFile).toBe(false);
  await waitFor(() => expect(statuses()).toEqual(['failed']));
});

it('files that are dropped on the page are sent at once, and those that were chosen with them', async () => {
  refuse(uploadOperation, 500);
  const { statuses, choose } = openPage();
  choose(picture('a.png'));
  drop(picture('b.png'));
  await waitFor(() => expect(statuses()).toEqual(['failed', 'failed']));
});

it('a page shows the uploads to its project, and leaves with those that were not sent', () => {
  const { queryClient, uploads, statuses, choose, unmount } = openPage();
  const queue = uploadQueueOf(queryClient);
  const other = makeProject({ id: 'other' });
  act(() => queue.choose(other, { files: [picture('x.png')], rejectedFiles: [], leftOut: 0 }));
  expect(statuses()).toEqual([]);
  choose(picture('a.png'));
  const { id } = uploads().items[0]!.project;
  expect(queue.itemsOf(id)).toHaveLength(1);
  unmount();
  expect(queue.itemsOf(id)).toHaveLength(0);
  expect(queue.itemsOf('other')).toHaveLength(1);
});
