import { tableIn } from '../../support/table.ts';

export const SERVICES = ['auth', 'projects', 'storage', 'gateway'];

/** A row of docs/metrics.md. */
export interface DocumentedMetric {
  name: string;
  type: string;
  labels: string[];
  services: string[];
}

const words = (cell: string): string[] => cell.split(', ').filter(Boolean);

export const documentedMetrics: DocumentedMetric[] = tableIn('docs/metrics.md').map(
  ([name = '', type = '', labels = '', of = '']) => ({
    ...{ name, type, labels: words(labels) },
    services: of === 'all' ? SERVICES : words(of),
  }),
);
