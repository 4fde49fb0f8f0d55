import { render, screen } from '@testing-library/react';

import { FileName } from './file-name';

it.each([
  ['IMG_20261121_110542-Edit.ARW', '2-Edit.ARW'],
  ['img.PNG', 'img.PNG'],
  ['صورة العروس 0042.jpg', '0042.jpg'],
  ['Žofie a Přemysl.jpeg', 'emysl.jpeg'],
  ['תמונה', ''],
])('%s is cut before its number and extension, in its own case', (name, tail) => {
  render(<FileName name={name} />);
  const shown = screen.getByTitle(name);
  expect(shown).toHaveTextContent(name);
  expect(shown.lastChild?.textContent).toBe(tail);
});
