import { spawnSync } from 'node:child_process';

import { labelsIn, metricsIn, queries } from '@studiolo/infra/observability/queries';

import { documentedMetrics } from './support/documented-metrics.ts';
import { allMetrics, metricTexts } from './support/metrics.ts';

/** What Prometheus itself adds to every series: its target, and the bound of a bucket. */
const BY_PROMETHEUS = ['service', 'app', 'instance', 'le'];

const types = new Map<string, string>([['up', 'gauge']]);

beforeAll(async () => {
  for (const metrics of (await allMetrics()).values()) {
    for (const [name, { type }] of metrics) types.set(name, type);
  }
});

/** A series of a histogram by the name of the histogram. */
function metricOf(series: string): string {
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return types.get(base) === 'histogram' ? base : series;
}

// Panels and alerts that ask for a renamed metric would stay empty or silent without an error.
describe('what dashboard and alert rules ask for', () => {
  test.each(queries.map(({ where, expr }) => [where, expr] as const))(
    'is served by a running process, with the labels in the query: %s',
    (_where, expr) => {
      const metrics = new Set(metricsIn(expr).map(metricOf));
      expect([...metrics].filter((metric) => !types.has(metric))).toEqual([]);
      const documented = documentedMetrics.filter(({ name }) => metrics.has(name));
      const known = new Set([...BY_PROMETHEUS, ...documented.flatMap(({ labels }) => labels)]);
      expect(labelsIn(expr).filter((label) => !known.has(label))).toEqual([]);
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

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  console.warn('promtool is not on the PATH: metrics are not held against its rules');

(hasPromtool ? test : test.skip)(
  'promtool finds no fault with the names and descriptions of our metrics',
  async () => {
    const complaints = (await metricTexts()).flatMap(([, input]) => {
      const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      return stderr.split('\n').filter((line) => /^(studiolo|http)_|rror/.test(line));
    });
    expect(complaints).toEqual([]);
  },
);
