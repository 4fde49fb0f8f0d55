import { Counter, Gauge, register } from 'prom-client';

/** A number, or numbers by the values of a label; within them, by those of the next label. */
type Reading = number | { readonly [labelValue: string]: Reading };

interface ReadMetric {
  readonly name: string;
  readonly help: string;
  /** The outermost of the readings first. */
  readonly labelNames?: readonly string[];
  readonly read: () => Reading | Promise<Reading>;
}

/**
 * Publishes values that are read only when the metrics are scraped. A value that cannot be read is left out. A metric
 * of the same name is replaced.
 */
export function publishGauge(metric: ReadMetric): void {
  publish(Gauge, metric);
}

/** The same for totals counted elsewhere since the process started; the name ends in `_total`. */
export function publishCounter(metric: ReadMetric): void {
  publish(Counter, metric);
}

function publish(Metric: typeof Gauge | typeof Counter, metric: ReadMetric): void {
  const { name, help, labelNames = [], read } = metric;
  register.removeSingleMetric(name);
  const published: Gauge | Counter = new Metric({
    ...{ name, help, labelNames: [...labelNames] },
    async collect() {
      // Without labels, a reset would set it to 0, which is a valid reading.
      if (metric.labelNames) published.reset();
      else published.remove();
      try {
        const reading = await read();
        for (const [labels, value] of numbersIn(reading, labelNames)) published.inc(labels, value);
      } catch {
        // What cannot be read is left out.
      }
    },
  });
}

function numbersIn(
  reading: Reading,
  [label = '', ...inner]: readonly string[],
  labels: Record<string, string> = {},
): [labels: Record<string, string>, value: number][] {
  if (typeof reading === 'number') return [[labels, reading]];
  return Object.entries(reading).flatMap(([value, inside]) =>
    numbersIn(inside, inner, { ...labels, [label]: value }),
  );
}
