import type { StoredFile } from '@studiolo/contracts';

import { inOrder } from './in-order';

const named = (filename: string) => ({ filename }) as StoredFile;

it('files are in the order of their numbers, in any case and with accents beside their letters', () => {
  const names = ['DSC_9.jpg', 'dsc_10.jpg', 'DSC_100.jpg', 'été.jpg', 'Evening.jpg', 'zebra.jpg'];
  const ordered = inOrder(names.toReversed().map(named));
  expect(ordered.map(({ filename }) => filename)).toEqual(names);
});
