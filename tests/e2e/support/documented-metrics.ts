import { readFileSync } from 'node:fs';

import { ROOT } from '@studiolo/infra/stack/programs';

export const SERVICES = ['auth', 'projects', 'storage', 'gateway'];

/** A row of docs/metrics.md. */
export interface DocumentedMetric {
  name: string;
  type: string;
  labels: string[];
  services: string[];
}

const bare = (cell: string): string => cell.replaceAll('`', '');
const words = (cell: string): string[] => bare(cell).split(', ').filter(Boolean);

export const documentedMetrics: DocumentedMetric[] = readFileSync(`${ROOT}/docs/metrics.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', type = '', labels = '', of = '']) => ({
    name: bare(name),
    type,
    labels: words(labels),
    services: of === 'all' ? SERVICES : words(of),
  }));
