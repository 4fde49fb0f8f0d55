// The calling process of a transport: measures as told by its parent.
// `callers.ts <address of the adapter module> <broker's address as JSON>`
import { lastValueFrom } from 'rxjs';

import type { BenchAdapter } from './bench-adapter.js';

export interface Measure {
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

const [adapterUrl = '', address = 'null'] = process.argv.slice(2);
const adapter = (await import(adapterUrl)) as BenchAdapter;
const client = await adapter.createClient(JSON.parse(address));
await client.connect();

async function request(pattern: string): Promise<void> {
  const answer = (await lastValueFrom(client.send(pattern, payload))) as Partial<typeof payload>;
  if (answer.id !== payload.id) throw new Error(`It answered ${JSON.stringify(answer)}`);
}

async function measure({ pattern, callers, durationMs }: Measure): Promise<Measurement> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + durationMs;
  const call = async () => {
    for (let now = performance.now(); now < end;) {
      await request(pattern);
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

process.on('message', (order: Measure) => {
  measure(order).then(
    (measurement) => process.send?.({ measurement }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
