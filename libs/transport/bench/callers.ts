// The calling process: measures one transport at a time, as told by its parent.
import { lastValueFrom } from 'rxjs';

import { type Addresses, type BenchClient, clientOf, type TransportName } from './transports.js';

export interface Measure {
  readonly transport: TransportName;
  readonly pattern: string;
  readonly callers: number;
  readonly durationMs: number;
}

export interface Measurement {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const payload = {
  id: '0198c0de-7a3b-7c11-9a52-0d4c7d2f1e10',
  title: 'Order of Ana and Luis',
  description: 'Two chairs, one table, garden and terrace, delivered on 48 pallets.',
  status: 'in_progress',
  created_at: '2026-11-01T09:30:00.000Z',
};

const addresses = JSON.parse(process.argv[2] ?? '') as Addresses;
const clients = new Map<TransportName, BenchClient>();

async function clientFor(transport: TransportName): Promise<BenchClient> {
  let client = clients.get(transport);
  if (!client) {
    clients.set(transport, (client = clientOf(transport, addresses)));
    await client.connect();
  }
  return client;
}

async function measure({ transport, pattern, callers, durationMs }: Measure): Promise<Measurement> {
  const client = await clientFor(transport);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + durationMs;
  const call = async () => {
    for (let now = performance.now(); now < end;) {
      await lastValueFrom(client.send(pattern, payload));
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      now = answeredAt;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const seconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((a, b) => a - b);
  const quantile = (q: number) => latencies[Math.floor((latencies.length - 1) * q)] ?? NaN;
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

process.on('message', (order: Measure | 'cpu') => {
  if (order === 'cpu') {
    process.send?.(process.cpuUsage());
    return;
  }
  measure(order).then(
    (measurement) => process.send?.({ measurement }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
