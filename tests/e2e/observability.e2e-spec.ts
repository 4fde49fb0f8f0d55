import { spawnSync } from 'node:child_process';

import { type ErrorCode, errorStatus, errorTable } from '@studiolo/contracts';
import { groupsIn, metricsIn, queries, selectorsIn } from '@studiolo/infra/test/queries';
import { withPrograms } from '@studiolo/infra/test/with-programs';
import { newAccount } from '@studiolo/testing/accounts';

import { documentedMetrics } from './support/documented-metrics.ts';
import { allMetrics, metricTexts } from './support/metrics.ts';

/** What Prometheus itself adds to every series: its target, and the bound of a bucket. */
const BY_PROMETHEUS = ['service', 'app', 'instance', 'le'];

const types = new Map<string, string>([['up', 'gauge']]);
/** Each value that a process serves, by metric and label. */
const served = new Map<string, Set<string>>();

beforeAll(async () => {
  const { api } = await newAccount();
  const projectId = await api.newProject();
  await api.upload(projectId, [new File(['light'], 'notes.txt')]);
  await api.fetch(`/api/download/${projectId}/notes.txt`);
  await api.get('/api/projects');
  for (const metrics of (await allMetrics()).values()) {
    for (const [name, { type, samples }] of metrics) {
      types.set(name, type);
      const pairs = samples.flatMap(({ labels }) => Object.entries(labels));
      for (const [label, value] of pairs) {
        const key = `${name} ${label}`;
        served.set(key, (served.get(key) ?? new Set()).add(value));
      }
    }
  }
  // A healthy process has answered nothing with a 5xx.
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    served.get('http_request_duration_seconds status')?.add(String(errorStatus(code)));
  }
});

/** A series of a histogram by the name of the histogram. */
function metricOf(series: string): string {
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return types.get(base) === 'histogram' ? base : series;
}

/** Conditions that no series of a running process meets: `metric label="value"`. */
function unmet(expr: string): string[] {
  return selectorsIn(expr)
    .filter(({ metric }) => !metric.includes(':'))
    .flatMap(({ metric, conditions }) =>
      conditions
        .filter(({ label, value }) => !BY_PROMETHEUS.includes(label) && !value.startsWith('$'))
        .flatMap(({ label, operator, value }) => {
          const values = [...(served.get(`${metricOf(metric)} ${label}`) ?? [])];
          const wanted = operator.endsWith('~') ? value.split('|') : [value];
          const missing = wanted.filter((one) => !values.some((it) => matches(operator, one, it)));
          return missing.map((one) => `${metric} ${label}="${one}"`);
        }),
    );
}

const matches = (operator: string, wanted: string, value: string): boolean =>
  operator.endsWith('~') ? new RegExp(`^(?:${wanted})$`).test(value) : wanted === value;

// Panels and alerts that ask for a renamed metric would stay empty or silent without an error.
describe('what dashboard and alert rules ask for', () => {
  test.each(queries.map(({ where, expr }) => [where, expr] as const))(
    'is served by a running process, with the labels and values in the query: %s',
    (_where, expr) => {
      const metrics = new Set(metricsIn(expr).map(metricOf));
      expect([...metrics].filter((metric) => !types.has(metric))).toEqual([]);
      expect(unmet(expr)).toEqual([]);
      const documented = documentedMetrics.filter(({ name }) => metrics.has(name));
      const known = new Set([...BY_PROMETHEUS, ...documented.flatMap(({ labels }) => labels)]);
      expect(groupsIn(expr).filter((label) => !known.has(label))).toEqual([]);
    },
  );

  test('is a rate of counters alone, never of gauges', () => {
    const rates = queries.flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:rate|increase)\(\s*(\w+)/g)].map(([, series = '']) => series),
    );
    const gauges = rates.filter((series) => types.get(metricOf(series)) === 'gauge');
    expect(gauges).toEqual([]);
    expect(rates.length).toBeGreaterThan(20);
  });
});

withPrograms(test, 'promtool')(
  'promtool finds no fault with the names and descriptions of our metrics',
  async () => {
    const complaints = (await metricTexts()).flatMap(([, input]) => {
      const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      return stderr.split('\n').filter((line) => /^(studiolo|http)_|rror/.test(line));
    });
    expect(complaints).toEqual([]);
  },
);
