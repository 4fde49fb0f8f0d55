// `npm run conformance -w libs/transport`: what this transport promises, checked on it and on Nest's own.
import { Logger } from '@nestjs/common';

import type { Verdict } from '../../src/conformance/index.js';
import { check, type Checked } from './check.js';

const SUBJECTS: readonly { name: Checked; title: string }[] = [
  { name: 'streams', title: 'nestjs-redis-streams' },
  { name: 'nest-redis', title: "Nest's Redis" },
  { name: 'nest-tcp', title: "Nest's TCP" },
];

Logger.overrideLogger(false);
const columns: Verdict[][] = [];
for (const { name, title } of SUBJECTS) {
  const verdicts: Verdict[] = [];
  for await (const verdict of check(name)) {
    verdicts.push(verdict);
    const { property, reason } = verdict;
    console.error(`${title}: ${property}: ${verdict.verdict}${reason ? ` (${reason})` : ''}`);
  }
  columns.push(verdicts);
}

const rows = columns[0]?.map(({ property }, row) => [
  property,
  ...columns.map((verdicts) => verdicts[row]?.verdict ?? ''),
]);
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
console.log(line(['', ...SUBJECTS.map(({ title }) => title)]));
console.log(line(['---', ...SUBJECTS.map(() => '---')]));
for (const row of rows ?? []) console.log(line(row));
