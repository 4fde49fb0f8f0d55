import { waitFor } from '@testing-library/react';

import { storeSession, testUser } from '../test/render-app';

/** Runs before anything of the document's body has arrived. */
const SCRIPT = '../../public/written-page.js' as string;

const add = (html: string) => document.body.insertAdjacentHTML('beforeend', html);

it('fills in what is known about the user in each piece of a document that is still arriving', async () => {
  document.documentElement.dataset.writtenFor = 'user';
  storeSession();
  await import(SCRIPT);
  add('<h1>Welcome, <bdi data-known="name"></bdi></h1>');
  await waitFor(() => expect(document.body).toHaveTextContent(`Welcome, ${testUser.name}`));
  add('<p data-known="email"></p><p data-known="initial"></p>');
  await waitFor(() => expect(document.body).toHaveTextContent(`${testUser.email}A`));
  // It has arrived.
  document.dispatchEvent(new Event('readystatechange'));
});
