import { environment } from '@studiolo/testing/environment';

/** One metric as a process serves it. */
export interface Metric {
  type: string;
  samples: { labels: Record<string, string>; value: number }[];
}

export type Metrics = Map<string, Metric>;

const SAMPLE = /^(\w+?)(_bucket|_sum|_count)?(?:\{(.*)\})? (\S+)$/gm;

/** The text that each kind of process serves at `/metrics`, by service. */
export async function metricTexts(): Promise<[service: string, text: string][]> {
  const urls = JSON.parse(environment('OPS_URLS')) as Record<string, string[]>;
  const read = async (service: string, [url]: string[]): Promise<[string, string]> => {
    const answer = await fetch(`${url}/metrics`);
    return [service, await answer.text()];
  };
  return Promise.all(Object.entries(urls).map(([service, list]) => read(service, list)));
}

/** The same, read. */
export async function allMetrics(): Promise<Map<string, Metrics>> {
  return new Map((await metricTexts()).map(([service, text]) => [service, parse(text)]));
}

/** The sum of a metric's samples that have these labels. */
export function sumOf(metrics: Metrics | undefined, name: string, labels = {}): number {
  const matching = (metrics?.get(name)?.samples ?? []).filter((sample) =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return matching.reduce((sum, { value }) => sum + value, 0);
}

function parse(text: string): Metrics {
  const metrics: Metrics = new Map();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    metrics.set(name, { type, samples: [] });
  for (const [, base = '', suffix = '', labelText = '', value] of text.matchAll(SAMPLE)) {
    // `_sum` and `_count` may also be the end of an ordinary name.
    const metric = metrics.get(base + suffix) ?? metrics.get(base);
    if (!metric || suffix === '_bucket' || suffix === '_sum') continue;
    const pairs = labelText.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
    const labels = Object.fromEntries(
      Array.from(pairs, ([, name = '', text = '']) => [name, text]),
    );
    metric.samples.push({ labels, value: Number(value) });
  }
  return metrics;
}
