import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of this process, served at `/metrics` of its OPS_PORT. */
export const metricsRegistry = new Registry();

/** Adds what Node itself can tell: CPU, memory, event-loop lag, handles. Called once at the start. */
export function collectProcessMetrics(service: string): void {
  metricsRegistry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metricsRegistry });
}
