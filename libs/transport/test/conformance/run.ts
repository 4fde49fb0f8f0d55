// `npm run conformance -w libs/transport [-- <subject> …]`: what this transport promises, checked on it, on Nest's own
// and on two that npm installs into folders of their own. It prints the README's table.
import { Logger } from '@nestjs/common';

import type { Verdict } from '../../src/conformance/index.js';
import { check, type SubjectName, SUBJECTS } from './check.js';

const named = process.argv.slice(2) as SubjectName[];
const names = named.length > 0 ? named : (Object.keys(SUBJECTS) as SubjectName[]);

async function verdictsOn(name: SubjectName): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for await (const verdict of check(name)) {
    verdicts.push(verdict);
    const { property, reason } = verdict;
    console.error(`${name}: ${property}: ${verdict.verdict}${reason ? ` (${reason})` : ''}`);
  }
  return verdicts;
}

Logger.overrideLogger(false);
const columns: { title: string; verdicts: Verdict[] }[] = [];
for (const name of names) {
  await verdictsOn(name).then(
    (verdicts) => columns.push({ title: SUBJECTS[name].title, verdicts }),
    (error: unknown) => console.error(`${name} is left out: ${String(error)}`),
  );
}

const cell = (verdict: Verdict | undefined) =>
  !verdict || verdict.verdict === 'not checked' ? '–' : verdict.verdict;
const rows = columns[0]?.verdicts.map(({ property }, row) => [
  property,
  ...columns.map(({ verdicts }) => cell(verdicts[row])),
]);
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
console.log(line(['', ...columns.map(({ title }) => title)]));
console.log(line(['---', ...columns.map(() => '---')]));
for (const row of rows ?? []) console.log(line(row));
