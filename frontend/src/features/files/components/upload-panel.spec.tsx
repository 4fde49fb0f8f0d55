import { MIB } from '@studiolo/contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { UploadQueue } from '../upload-queue';
import { UploadPanel } from './upload-panel';

it('lists the first chosen file beyond a thousand with the reason', async () => {
  const limits = { maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: null };
  const queue = new UploadQueue({
    limits: () => limits,
    send: () => Promise.reject(new Error('Nothing is sent')),
    onStored: () => undefined,
    onLeftOut: () => undefined,
    onSettled: () => undefined,
  });
  render(<UploadPanel queue={queue} items={[]} limits={limits} />);
  const files = Array.from(
    { length: 1002 },
    (_, n) => new File(['x'], `${n}.png`, { type: 'image/png' }),
  );
  await userEvent.upload(screen.getByLabelText('Choose files'), files);
  const items = queue.store.get();
  expect(items).toHaveLength(1001);
  expect(items.at(-1)).toMatchObject({
    file: { name: '1000.png' },
    status: 'refused',
    reason: 'Only 1000 files are taken at once',
  });
});
