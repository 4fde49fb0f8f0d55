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
  // The parts are drawn by CSS and so are no text that a query could find.
  // eslint-disable-next-line testing-library/no-node-access
  const drawn = [...shown.querySelectorAll('[data-text]')].map((one) =>
    one.getAttribute('data-text'),
  );
  expect(drawn).toEqual([name.slice(0, name.length - tail.length), tail]);
});

it.each([false, true])('is one text for readers and for copying, shown whole: %s', (isWhole) => {
  render(<FileName name="DSC_4121.jpg" isWhole={isWhole} />);
  const texts = screen.getAllByText(/\S/);
  expect(texts.map(({ textContent }) => textContent)).toEqual(['DSC_4121.jpg']);
});
