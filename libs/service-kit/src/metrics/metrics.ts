import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics of this process, served at `/metrics` of its OPS_PORT. */
export const metricsRegistry = new Registry();

/** Adds what Node itself can tell: CPU, memory, event-loop lag, handles. Called once at the start. */
export function collectProcessMetrics(service: string): void {
  metricsRegistry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metricsRegistry });
}

export interface Reading {
  readonly value: number;
  /** Only names that the gauge was given. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface ReadGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/**
 * Publishes numbers that are read whenever somebody asks for the metrics. What cannot be read just then
 * is left out. A gauge of the same name is replaced.
 */
export function publishGauge(
  { name, help, labelNames = [] }: ReadGauge,
  read: () => readonly Reading[] | Promise<readonly Reading[]>,
): void {
  metricsRegistry.removeSingleMetric(name);
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metricsRegistry],
    async collect() {
      // A gauge without labels would be reset to 0, which is a reading too.
      if (labelNames.length === 0) gauge.remove();
      else gauge.reset();
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => []);
      for (const { labels, value } of readings) gauge.set({ ...labels }, value);
    },
  });
}
