import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FRONTEND = join(process.cwd(), 'frontend');
const LEAST_ROWS = 130;

interface Row {
  /** What the specification says. */
  statement: string;
  titles: string[];
}

function tableRows(): Row[] {
  const text = readFileSync(join(FRONTEND, 'README.md'), 'utf8');
  const [, section = ''] = text.split('## The specification and its tests');
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (of the specification|-+) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, statement = '', tests = '']) => ({
      statement,
      titles: [...tests.matchAll(/`([^`]+)`/g)].map(([, title]) => title ?? ''),
    }));
}

/** The front end's tests, and those of the formats and limits that it takes from the contracts. */
const sources = globSync('{src,e2e,../libs/contracts/src}/**/*.spec.{ts,tsx}', { cwd: FRONTEND })
  .filter((path) => !path.endsWith('specification.spec.ts'))
  .map((path) => readFileSync(join(FRONTEND, path), 'utf8'))
  .join('\n');

/** True when a test is called so; titles stand in single quotes, or in double ones around an apostrophe. */
const isTest = (title: string) => sources.includes(`'${title}'`) || sources.includes(`"${title}"`);

describe('the table of the specification', () => {
  it('has a row for every route, label, state, message, delay and constant', () => {
    expect(tableRows().length).toBeGreaterThanOrEqual(LEAST_ROWS);
  });

  it('names in every row a test that exists', () => {
    const unproven = tableRows().filter(
      ({ titles }) => titles.length === 0 || !titles.every(isTest),
    );
    expect(unproven).toEqual([]);
  });
});
