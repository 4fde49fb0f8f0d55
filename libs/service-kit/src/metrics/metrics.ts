import { collectDefaultMetrics, Counter, Gauge, register } from 'prom-client';

/** Interval of the samples of the event loop's lag. With 10 ms, the default, most wake-ups of an idle process are theirs. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** Adds Node's own metrics: CPU, memory, event-loop lag, handles. Called once at the start. */
export function collectProcessMetrics(service: string): void {
  register.setDefaultLabels({ service });
  collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
}

export interface Reading {
  readonly value: number;
  /** Only names that the metric was given. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

type Read = () => readonly Reading[] | Promise<readonly Reading[]>;

/**
 * Publishes values that are read only when the metrics are scraped. A value that cannot be read is left out. A metric
 * of the same name is replaced.
 */
export function publishGauge(metric: ReadMetric, read: Read): void {
  publish(Gauge, metric, read);
}

/** The same for totals counted elsewhere since the process started; the name ends in `_total`. */
export function publishCounter(metric: ReadMetric, read: Read): void {
  publish(Counter, metric, read);
}

function publish(Metric: typeof Gauge | typeof Counter, metric: ReadMetric, read: Read): void {
  const { labelNames = [], ...names } = metric;
  register.removeSingleMetric(metric.name);
  const published: Gauge | Counter = new Metric({
    ...names,
    labelNames: [...labelNames],
    async collect() {
      // Without labels, a reset would set it to 0, which is a valid reading.
      if (metric.labelNames) published.reset();
      else published.remove();
      for (const { labels, value } of await readings(read)) published.inc({ ...labels }, value);
    },
  });
}

function readings(read: Read): Promise<readonly Reading[]> {
  return Promise.resolve()
    .then(read)
    .catch(() => []);
}
