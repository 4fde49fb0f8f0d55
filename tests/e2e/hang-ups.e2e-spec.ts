import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';
import { newAccount } from '@studiolo/testing/accounts';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';

import { metricTexts } from './support/metrics.ts';

const RULES = join(ROOT, 'infra', 'observability', 'alerts.yml');
const CLIENTS = 40;
const SERIES =
  /^(studiolo_http_errors_total|studiolo_http_requests_aborted_total|http_request_duration_seconds_count)\{(.*)\} (\S+)$/;

const folder = temporaryFolder();

/** What the gateway counts, by series as Prometheus names it. */
async function counted(): Promise<Map<string, number>> {
  const text = new Map(await metricTexts()).get('gateway') ?? '';
  const series = text.split('\n').flatMap((line) => {
    const [, name, labels, value] = SERIES.exec(line) ?? [];
    return name === undefined
      ? []
      : [[`${name}{app="studiolo",${labels}}`, Number(value)] as const];
  });
  return new Map(series);
}

const hangUps = (series: Map<string, number>): number =>
  [...series]
    .filter(([name]) => name.startsWith('studiolo_http_requests_aborted_total'))
    .reduce((sum, [, value]) => sum + value, 0);

/** Sends a whole form and leaves before the answer. */
async function uploadAndLeave(token: string, projectId: string): Promise<void> {
  const form = new FormData();
  form.set('project_id', projectId);
  form.set('file', new File([jpeg(64 * 1024)], 'one.jpg', { type: 'image/jpeg' }));
  const request = new Response(form);
  const bytes = Buffer.from(await request.arrayBuffer());
  const { hostname, port } = new URL(environment('API_URL'));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    ...['POST /api/upload HTTP/1.1', 'host: a', `authorization: Bearer ${token}`],
    ...[`content-type: ${request.headers.get('content-type')}`, `content-length: ${bytes.length}`],
  ];
  socket.on('error', () => undefined).write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes, () => socket.resetAndDestroy());
  await once(socket, 'close');
}

withPrograms(test, 'promtool')('clients that hang up wake no operator', async () => {
  const { api } = await newAccount();
  const id = await api.newProject({ title: 'Left', client: 'Client' });
  const before = await counted();
  for (let client = 0; client < CLIENTS; client += 1) await uploadAndLeave(api.bearer, id);
  const after = await eventually(async () => {
    const now = await counted();
    expect(hangUps(now) - hangUps(before)).toBeGreaterThan(CLIENTS / 2);
    return now;
  });
  // The same clients every minute, for an hour.
  const input = [...after].map(([series, value]) => {
    const grown = value - (before.get(series) ?? 0);
    return { series, values: `${value}+${grown}x60` };
  });
  const quiet = ['StudioloFailingFast', 'StudioloFailingSlowly'].map((alertname) => {
    return { alertname, eval_time: '50m', exp_alerts: [] };
  });
  const file = join(folder(), 'hang-ups.json');
  // JSON is YAML.
  const tests = [{ interval: '1m', input_series: input, alert_rule_test: quiet }];
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(stdout + stderr).toContain('SUCCESS');
});
