import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

interface Compose {
  services: Record<string, { profiles?: string[]; ports?: string[] }>;
}

const file = join(import.meta.dirname, '..', '..', 'docker-compose.yml');
const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

test('compose keeps mails in an inbox only when it is asked for, and shows them to this machine alone', () => {
  expect(services.mail?.profiles).toEqual(['inbox']);
  expect(services.mail?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
});
