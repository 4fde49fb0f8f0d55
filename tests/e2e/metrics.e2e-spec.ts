import { spawnSync } from 'node:child_process';

import { type ErrorCode, errorStatus, errorTable } from '@studiolo/contracts';
import { groupsIn, metricsIn, queries, selectorsIn } from '@studiolo/infra/test/queries';
import { newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { withPrograms } from '@studiolo/testing/with-programs';

import { documentedMetrics, SERVICES } from './support/documented-metrics.ts';
import { allMetrics, type Metrics, metricTexts, sumOf } from './support/metrics.ts';

const MIB = 1024 * 1024;
/** What Prometheus itself adds to every series: its target, and the bound of a bucket. */
const BY_PROMETHEUS = ['service', 'app', 'instance', 'le'];
/** Labels of what others measure. */
const OF_OTHERS = ['namespace', 'cronjob', 'persistentvolumeclaim', 'mountpoint'];
const OF_NODE = /^(process|nodejs)_/;

let metrics: Map<string, Metrics>;
let before: Map<string, Metrics>;

const samplesOf = (name: string, services = SERVICES) =>
  services.flatMap((service) => metrics.get(service)?.get(name)?.samples ?? []);

/** What kubelet, kube-state-metrics and node_exporter measure. */
const BY_OTHERS = /^(up$|kube_|kubelet_|node_)/;

const typeOf = (name: string) =>
  BY_OTHERS.test(name)
    ? 'gauge'
    : [...metrics.values()].find((own) => own.has(name))?.get(name)?.type;

/** Each value of a label that a process serves, or would serve after a 5xx. */
function valuesOf(name: string, label: string): string[] {
  const values = samplesOf(name).flatMap(({ labels }) => labels[label] ?? []);
  if (`${name} ${label}` !== 'http_request_duration_seconds status') return values;
  const codes = Object.keys(errorTable) as ErrorCode[];
  return [...values, ...codes.map((code) => String(errorStatus(code)))];
}

/** How much a total has grown by what this file did. */
const growth = (service: string, name: string, labels = {}): number =>
  sumOf(metrics.get(service), name, labels) - sumOf(before.get(service), name, labels);

// One of each thing that is counted.
beforeAll(async () => {
  before = await allMetrics();
  const { api, email } = await newAccount();
  await new Api().post('/api/auth/login', { email, password: 'wrong-password-8' });
  const id = await api.newProject({ title: 'Measured', client: 'Client' });
  const photo = new File([jpeg(3 * MIB)], 'one.jpg', { type: 'image/jpeg' });
  expect((await api.upload(id, [photo])).status).toBe(201);
  expect((await api.upload(id, [photo])).status).toBe(413);
  const download = await api.fetch(`/api/download/${id}/one.jpg`);
  expect((await download.arrayBuffer()).byteLength).toBe(3 * MIB);
  await api.get('/api/somewhere/else');
  await api.delete(`/api/projects/${id}`);
  await eventually(async () => {
    metrics = await allMetrics();
    const events = growth('storage', 'studiolo_message_duration_seconds', { kind: 'event' });
    expect(events).toBeGreaterThan(0);
  });
});

describe('the table of metrics', () => {
  test('names every metric that a process serves, but for those of Node', () => {
    const served = [...metrics.values()].flatMap((own) => [...own.keys()]);
    const names = new Set(documentedMetrics.map(({ name }) => name));
    expect(served.filter((name) => !OF_NODE.test(name) && !names.has(name))).toEqual([]);
  });

  test.each(documentedMetrics)(
    'gives the type, the labels and the processes of $name',
    ({ name, type, labels, services }) => {
      const found = services.map((service) => metrics.get(service)?.get(name)?.type);
      expect(found).toEqual(services.map(() => type));
      const samples = samplesOf(name, services);
      const used = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
      // Every metric has the first, and every histogram the second.
      for (const common of ['service', 'le']) used.delete(common);
      if (samples.length > 0) expect([...used].sort()).toEqual([...labels].sort());
    },
  );

  test('names no metric without a sample, but for clients that hung up', () => {
    const empty = documentedMetrics.filter(
      ({ name, services }) => samplesOf(name, services).length === 0,
    );
    const names = empty.map(({ name }) => name);
    expect(names.filter((name) => name !== 'studiolo_http_requests_aborted_total')).toEqual([]);
  });
});

describe('the metrics', () => {
  test('count requests by their route and never by their address', () => {
    const name = 'http_request_duration_seconds';
    const upload = { method: 'POST', route: '/api/upload' };
    expect(growth('gateway', name, { ...upload, status: '201' })).toBe(1);
    expect(growth('gateway', name, { ...upload, status: '413' })).toBe(1);
    expect(growth('gateway', name, { route: 'unknown', status: '404' })).toBe(1);
    expect(valuesOf(name, 'route').filter((route) => /[0-9a-f]{8}-/.test(route))).toEqual([]);
  });

  test('count the bytes of uploads and downloads', () => {
    expect(growth('gateway', 'studiolo_upload_bytes_total')).toBe(3 * MIB);
    expect(growth('gateway', 'studiolo_download_bytes_total')).toBe(3 * MIB);
  });

  test('tell a refused upload from a failure, at the gateway and in the service', () => {
    const refusal = { code: 'QUOTA_EXCEEDED' };
    expect(growth('gateway', 'studiolo_http_errors_total', refusal)).toBe(1);
    const refused = { ...refusal, pattern: 'storage.begin-upload' };
    expect(growth('storage', 'studiolo_message_errors_total', refused)).toBe(1);
    const login = { pattern: 'auth.login', code: 'INVALID_CREDENTIALS' };
    expect(growth('auth', 'studiolo_message_errors_total', login)).toBe(1);
  });

  test('count mails, and show an idle queue', () => {
    expect(growth('auth', 'studiolo_mails_total', { outcome: 'sent' })).toBeGreaterThan(0);
    expect(sumOf(metrics.get('auth'), 'studiolo_mail_jobs', { state: 'failed' })).toBe(0);
  });

  test('show that every process is connected, and how many connections it may have', () => {
    for (const service of SERVICES) {
      const samples = samplesOf('studiolo_redis_up', [service]);
      expect({ service, up: samples.map(({ value }) => value) }).toEqual({
        service,
        up: samples.map(() => 1),
      });
    }
    expect(sumOf(metrics.get('auth'), 'studiolo_database_connections_max')).toBe(10);
    expect(sumOf(metrics.get('storage'), 'studiolo_queue_consumers', { kind: 'request' })).toBe(1);
  });

  test('cannot be read at the public port', async () => {
    expect((await fetch(`${environment('API_URL')}/metrics`)).status).toBe(404);
  });
});

/** A series of a histogram by the name of the histogram. */
function metricOf(series: string): string {
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return typeOf(base) === 'histogram' ? base : series;
}

/** Conditions that no series of a running process meets: `metric label="value"`. */
function unmet(expr: string): string[] {
  return selectorsIn(expr)
    .filter(({ metric }) => !metric.includes(':') && !(metric !== 'up' && BY_OTHERS.test(metric)))
    .flatMap(({ metric, conditions }) =>
      conditions
        .filter(({ label, value }) => !BY_PROMETHEUS.includes(label) && !value.startsWith('$'))
        .flatMap(({ label, operator, value }) => {
          const values = valuesOf(metricOf(metric), label);
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
  test.each(queries)(
    'is served by a running process, with the labels and values in the query: $where',
    ({ expr }) => {
      const asked = new Set(metricsIn(expr).map(metricOf));
      expect([...asked].filter((metric) => !typeOf(metric))).toEqual([]);
      expect(unmet(expr)).toEqual([]);
      const documented = documentedMetrics.filter(({ name }) => asked.has(name));
      const known = new Set([
        ...BY_PROMETHEUS,
        ...OF_OTHERS,
        ...documented.flatMap(({ labels }) => labels),
      ]);
      expect(groupsIn(expr).filter((label) => !known.has(label))).toEqual([]);
    },
  );

  test('is a rate of counters alone, never of gauges', () => {
    const rates = queries.flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:rate|increase)\(\s*(\w+)/g)].map(([, series = '']) => series),
    );
    const gauges = rates.filter((series) => typeOf(metricOf(series)) === 'gauge');
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
