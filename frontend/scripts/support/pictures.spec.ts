import { readFileSync } from 'node:fs';

import { hashOfSources, TAKEN_OF } from './pictures';

it('the pictures of the product show the present pages; else run: npm run screenshots -w frontend -- pictures', () => {
  expect(readFileSync(TAKEN_OF, 'utf8').trim()).toBe(hashOfSources());
});
