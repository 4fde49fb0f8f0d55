import { Logger } from '@nestjs/common';
import { slowClients } from '@studiolo/testing/slow-client';

import { publishCounter, publishGauge } from '../metrics/metrics.js';
import type { ProcessHealth } from './health-registry.js';
import { OpsServer } from './ops-server.js';

Logger.overrideLogger(false);

let ops: OpsServer;
beforeEach(async () => {
  ops = new OpsServer();
  await ops.listen(0);
});
afterEach(() => ops.close());

/** A process that has started and, by default, is ready and healthy. */
const answering = (health: Partial<ProcessHealth> = {}) =>
  ops.answerHealthWith({
    isReady: () => true,
    report: () => Promise.resolve({ healthy: true, checks: {} }),
    ...health,
  });

const get = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${ops.port}${path}`);
  return { status: answer.status, body: await answer.text() };
};

test('a process that is starting is alive, but neither started nor ready', async () => {
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/health/started')).status).toBe(503);
  expect((await get('/health/ready')).status).toBe(503);
  expect((await get('/health/status')).status).toBe(503);
});

test('a process that is not ready can have started', async () => {
  answering({ isReady: () => false });
  expect(await get('/health/started')).toEqual({ status: 200, body: '{"started":true}' });
  expect(await get('/health/ready')).toEqual({ status: 503, body: '{"ready":false}' });
});

test('the port can listen on a single address', async () => {
  const own = new OpsServer();
  await own.listen(0, '127.0.0.1');
  await expect(fetch(`http://[::1]:${own.port}/health/live`)).rejects.toThrow('fetch failed');
  expect((await fetch(`http://127.0.0.1:${own.port}/health/live`)).status).toBe(200);
  await own.close();
});

test('the status is 200 only while everything is up, names what is down, and does not affect readiness', async () => {
  answering();
  expect((await get('/health/status?verbose')).status).toBe(200);
  answering({ report: () => Promise.resolve({ healthy: false, checks: { redis: 'down' } }) });
  expect(await get('/health/status')).toEqual({
    status: 503,
    body: '{"healthy":false,"checks":{"redis":"down"}}',
  });
  expect(await get('/health/ready')).toEqual({ status: 200, body: '{"ready":true}' });
});

test('a report that breaks answers 500 and leaves the process alive', async () => {
  answering({ report: () => Promise.reject(new Error('broken')) });
  expect((await get('/health/status')).status).toBe(500);
  expect((await get('/health/live')).status).toBe(200);
});

test('metrics show every number that can be read and leave out the others', async () => {
  const help = 'For this test';
  publishGauge({ name: 'test_shown', help, labelNames: ['kind'], read: () => ({ a: 5 }) });
  const read = () => Promise.reject(new Error('away'));
  publishGauge({ name: 'test_unreadable', help, read });
  const { status, body } = await get('/metrics');
  expect(status).toBe(200);
  expect(body).toContain('test_shown{kind="a"} 5');
  expect(body).not.toMatch(/^test_unreadable /m);
});

test('totals counted elsewhere are published as counters with their current values', async () => {
  let value = 3;
  const [help, labelNames] = ['For this test', ['kind', 'state']];
  publishCounter({ name: 'test_total', help, labelNames, read: () => ({ a: { b: value } }) });
  expect((await get('/metrics')).body).toContain('# TYPE test_total counter');
  value = 7;
  expect((await get('/metrics')).body).toContain('test_total{kind="a",state="b"} 7');
});

test('[B9] a connection that is silent, or sends its headers or a body a byte at a time, is closed within ten seconds', async () => {
  for (const { closedAfterMs } of slowClients(ops.port))
    expect(await closedAfterMs).toBeLessThan(10_000);
});

test('any other path answers 404', async () => {
  expect((await get('/env')).status).toBe(404);
});

test('the error names a port that is in use', async () => {
  await expect(new OpsServer().listen(ops.port)).rejects.toThrow(`OPS_PORT ${ops.port}`);
});
