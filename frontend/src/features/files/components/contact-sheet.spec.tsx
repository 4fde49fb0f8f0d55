import type { StoredFile } from '@studiolo/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { useSelection } from '../../../lib/files/use-selection';
import { useStableCallback } from '../../../lib/state/use-stable-callback';
import { makeFile } from '../../../test/projects';
import { sheetEntries } from '../sheet-entries';
import { uploadQueueOf } from '../upload-queue';
import { ContactSheet } from './contact-sheet';

/** The names of the files whose frames are rendered, as often as they are: a frame reads the size of its file. */
const rendered: string[] = [];
const files = Array.from({ length: 60 }, (_, index): StoredFile => {
  const file = makeFile(`IMG_${index}.txt`);
  return Object.defineProperty({ ...file }, 'size', {
    get: () => {
      rendered.push(file.filename);
      return 1024;
    },
  });
});
const client = new QueryClient();
const queue = uploadQueueOf(client);

function Sheet() {
  const selection = useSelection(files, ({ filename }) => filename);
  const act = useStableCallback(() => undefined);
  return (
    <ContactSheet
      projectId="p"
      entries={sheetEntries(files, [])}
      queue={queue}
      density="large"
      selection={selection}
      onOpen={act}
      onDownload={act}
      onDelete={act}
    />
  );
}

it('renders one of 60 frames again when it is selected', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      <Sheet />
    </QueryClientProvider>,
  );
  expect(new Set(rendered).size).toBe(60);
  rendered.length = 0;
  await user.click(screen.getByRole('checkbox', { name: 'Select IMG_30.txt' }));
  expect(screen.getByRole('checkbox', { name: 'Select IMG_30.txt' })).toBeChecked();
  expect(new Set(rendered)).toEqual(new Set(['IMG_30.txt']));
});
