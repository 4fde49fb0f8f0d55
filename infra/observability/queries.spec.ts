import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';
import { parse } from 'yaml';

import { ROOT } from '../stack/programs.ts';
import {
  alerts,
  groupsIn,
  metricsIn,
  panels,
  queries,
  rules,
  selectorsIn,
} from '../test/queries.ts';

interface Prometheus {
  scrape_configs: { job_name: string }[];
}

interface Compose {
  services: Record<string, { volumes?: string[] }>;
}

const runbook = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

/** The output of promtool when it fails; empty when it succeeds. */
function complaints(...args: string[]): string {
  const done = spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return done.status === 0 ? '' : done.stdout + done.stderr;
}

/** Replaces Grafana's variables, which are not PromQL. */
const withoutVariables = (expr: string): string =>
  expr
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$service', '.*')
    .replaceAll('$app', 'studiolo');

describe('the alert rules', () => {
  test.each(alerts)(
    '$alert has a severity, a summary and an entry in the runbook',
    ({ alert: name = '', labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels?.severity);
      expect(annotations?.summary).toMatch(/\w/);
      expect(annotations?.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
      expect(runbook).toContain(`### ${name}\n`);
    },
  );

  test('are the only entries in the runbook', () => {
    const entries = [...runbook.matchAll(/^### (Studiolo\w+)$/gm)].map(([, name]) => name);
    expect(entries.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  test('refer only to existing rules', () => {
    const recorded = new Set(rules.map(({ record }) => record));
    const used = queries.flatMap(({ expr }) => expr.match(/studiolo:[\w:]+/g) ?? []);
    expect(used.filter((name) => !recorded.has(name))).toEqual([]);
    expect(used.length).toBeGreaterThan(0);
  });
});

describe('the Prometheus of compose', () => {
  const read = (...path: string[]): unknown => parse(readFileSync(join(ROOT, ...path), 'utf8'));

  test('reads each job that an alert asks for', () => {
    const { scrape_configs: jobs } = read('infra', 'observability', 'prometheus.yml') as Prometheus;
    const asked = queries.flatMap(({ expr }) => [...expr.matchAll(/\bjob="([^"]+)"/g)]);
    expect(asked.length).toBeGreaterThan(0);
    for (const [, job] of asked) expect(jobs.map(({ job_name }) => job_name)).toContain(job);
  });

  test('sees the disk of each store', () => {
    const { services: stores } = read('docker-compose.yml') as Compose;
    const { services } = read('infra', 'compose', 'observability.yml') as Compose;
    const disks = services.disks?.volumes ?? [];
    for (const store of ['postgres', 'redis', 'minio']) {
      expect(stores[store]?.volumes?.join(' ')).toMatch(new RegExp(`^${store}:`));
      expect(disks).toContain(`${store}:/stores/${store}:ro`);
    }
  });
});

test('every panel has a query or is a heading', () => {
  const silent = panels.filter(({ targets }) => targets?.length === 0);
  expect(silent.map(({ title }) => title)).toEqual([]);
  expect(panels.length).toBeGreaterThan(30);
});

test('metrics, conditions and groups are extracted from an expression', () => {
  const expr =
    'histogram_quantile(0.99, sum by (le, route) (rate(a_seconds_bucket{kind!~"x|y"}[5m]))) > 1 unless max(b) < 500e6';
  expect(metricsIn(expr)).toEqual(['a_seconds_bucket', 'b']);
  expect(selectorsIn(expr)).toEqual([
    { metric: 'a_seconds_bucket', conditions: [{ label: 'kind', operator: '!~', value: 'x|y' }] },
  ]);
  expect(groupsIn(expr)).toEqual(['le', 'route']);
  expect(metricsIn('own:ratio5m > 14.4 * 0.001 or vector(0)')).toEqual([]);
});

test.each(queries)(
  'selects one release of several that one Prometheus reads: $where',
  ({ expr }) => {
    const uses = expr.match(/\b(?:studiolo|http|process|nodejs)[_:]\w*|\bup\b/g) ?? [];
    const ofRelease = selectorsIn(expr).filter(({ conditions }) =>
      conditions.some(({ label, operator }) => label === 'app' && operator === '='),
    );
    expect(ofRelease.map(({ metric }) => metric.replace(/:.*/, ''))).toEqual(
      uses.map((use) => use.replace(/:.*/, '')),
    );
  },
);

withPrograms(describe, 'promtool')('promtool', () => {
  const folder = temporaryFolder();

  test('finds the rules valid', () => {
    expect(complaints('check', 'rules', 'alerts.yml')).toBe('');
  });

  test('passes the unit tests of the rules', () => {
    expect(complaints('test', 'rules', 'alerts.test.yml')).toBe('');
  });

  test('finds every expression of the dashboard valid', async () => {
    const recorded = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, number) => ({ record: `panel:${number}`, expr: withoutVariables(expr) }));
    const file = join(folder(), 'panels.json');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }));
    expect(complaints('check', 'rules', file)).toBe('');
  });

  test('finds the configuration of Prometheus valid', () => {
    expect(complaints('check', 'config', '--syntax-only', 'prometheus.yml')).toBe('');
  });
});
