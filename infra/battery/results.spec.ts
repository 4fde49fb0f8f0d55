import { between, mergeRows, table } from './results.ts';
import { coveredRow, type JestReport } from './run-covered.ts';
import { join } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import type { Row } from './row.ts';

const row = (id: string, verdict: Row['verdict'] = 'passed', seen = '0 failed'): Row => ({
  ...{ id, verdict, seen, seconds: 1 },
  done: 'a | b',
  expected: 'nothing',
  at: '2026-11-21T20:00:00.000Z',
});

describe('the results of a battery', () => {
  test('are one row per case in the order of their numbers', () => {
    const rows = mergeRows([row('F10'), row('F4 b'), row('F2')], [row('F4 a'), row('F2')]);
    expect(rows.map(({ id }) => id)).toEqual(['F2', 'F4 a', 'F4 b', 'F10']);
  });

  test('show what ran last', () => {
    const [merged] = mergeRows([row('F1')], [row('F1', 'failed', '3 failed')]);
    expect(merged).toMatchObject({ verdict: 'failed', seen: '3 failed' });
  });

  test('keep what another machine has seen when a case cannot be run here', () => {
    const [merged] = mergeRows([row('F1')], [row('F1', 'not run', 'no redis-server')]);
    expect(merged).toMatchObject({ verdict: 'passed' });
  });

  test('are a table in which a bar is no column', () => {
    const line = table([row('F1')])
      .split('\n')
      .at(-1);
    expect(line).toBe('| F1 | a \\| b | nothing | 0 failed | passed | 2026-11-21 |');
  });

  test('stand between the markers of their battery', () => {
    const page = 'before <!-- faults: begin -->old<!-- faults: end --> after';
    const written = between(page, 'faults', 'new');
    expect(written).toBe('before <!-- faults: begin -->\n\nnew\n\n<!-- faults: end --> after');
    expect(() => between('no markers', 'faults', 'new')).toThrow('lacks');
  });
});

describe('a case that another test holds', () => {
  const covered = {
    ...{ done: 'x', expected: 'y', file: 'infra/a.spec.ts' },
    project: 'unit' as const,
    title: 'does it',
  };

  const report = (title: string, status: string): JestReport => ({
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        name: join(ROOT, covered.file),
        assertionResults: [
          { title, fullName: `group ${title}`, status, failureMessages: ['Error: no\nstack'] },
        ],
      },
    ],
  });

  test.each([
    { what: 'passes with it', title: 'does it', status: 'passed', seen: '"does it" passes' },
    { what: 'fails with it', title: 'does it', status: 'failed', seen: 'Error: no' },
    { what: 'fails when no test has its title', title: 'does', status: 'passed', seen: 'no test' },
    {
      what: 'fails when the test is skipped',
      title: 'does it',
      status: 'pending',
      seen: 'no test',
    },
  ])('$what', ({ what, title, status, seen }) => {
    const made = coveredRow('F1', covered, report(title, status));
    expect(made.verdict).toBe(what.startsWith('passes') ? 'passed' : 'failed');
    expect(made.seen).toContain(seen);
  });
});
