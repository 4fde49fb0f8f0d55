import type { LiveChange } from '@studiolo/contracts';
import { metricsRegistry } from '@studiolo/service-kit';
import { Counter, Gauge, Histogram } from 'prom-client';

const registers = [metricsRegistry];

export const openStreams = new Gauge({
  name: 'studiolo_live_streams',
  help: 'Open pages that this gateway tells of changes',
  registers,
});

export const resets = new Counter({
  name: 'studiolo_live_resets_total',
  help: 'Times a page was told to read everything again, because it may have missed a change',
  registers,
});

const delays = new Histogram({
  name: 'studiolo_live_delay_seconds',
  help: 'Time from a change to its telling, in seconds; as exact as the clocks of database and gateway agree',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 30],
  registers,
});

export function observeDelivery({ at }: LiveChange): void {
  delays.observe(Math.max(0, Date.now() - Date.parse(at)) / 1000);
}
