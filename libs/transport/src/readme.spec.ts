import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withDefaults as clientDefaults } from './client/client-options.js';
import { withDefaults as serverDefaults } from './server/server-options.js';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const redisUrl = 'redis://localhost';

/** Name and default of every row of the table with the heading given. */
function tableOf(heading: string): Map<string, string> {
  const table = readme.split('\n\n').find((part) => part.includes(`| ${heading} | default`)) ?? '';
  const rows = table
    .slice(table.indexOf('|'))
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  return new Map(rows.map(([, name = '', standard = '']) => [name.replaceAll('`', ''), standard]));
}

test.each([
  ['server', { ...serverDefaults({ redisUrl, service: 'orders' }) }],
  ['client', { ...clientDefaults({ redisUrl }) }],
])('the table of the %s options in the README has every default', (heading, settings) => {
  const rows = new Map([...tableOf('connection'), ...tableOf(heading)]);
  for (const [name, value] of Object.entries(settings)) {
    expect([...rows.keys()]).toContain(name);
    if (typeof value === 'number') expect([name, rows.get(name)]).toEqual([name, String(value)]);
  }
  expect(rows.get('prefix')).toBe(`\`${settings.prefix}\``);
});
