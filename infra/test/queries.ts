import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ROOT } from '../stack/programs.ts';

const read = (file: string): string =>
  readFileSync(join(ROOT, 'infra', 'observability', file), 'utf8');

/** An expression in PromQL and the name of its rule or panel. */
export interface Query {
  where: string;
  expr: string;
}

export interface Rule {
  /** Absent for a rule that only records. */
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface Selector {
  metric: string;
  conditions: { label: string; operator: string; value: string }[];
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

export const rules: Rule[] = (
  parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

export const alerts = rules.filter((rule) => rule.alert !== undefined);

export const panels = (JSON.parse(read('dashboard.json')) as { panels: Panel[] }).panels;

/** All expressions of the rules and of the dashboard. */
export const queries: Query[] = [
  ...rules.map(({ alert, record = '', expr }) => ({ where: alert ?? record, expr })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expr })),
  ),
];

const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool']);

/** The metrics that an expression names; recording rules, with their colon, are none. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/[a-z_]+:[\w:]+/g, '');
  const names = [...bare.matchAll(/(?<![\w.])([a-z_]\w*)(?!\w*\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !WORDS.has(name));
}

/** What an expression selects: each metric with its conditions. */
export function selectorsIn(expr: string): Selector[] {
  return [...expr.matchAll(/([a-z_][\w:]*)\{([^}]*)\}/g)].map(([, metric = '', inside = '']) => ({
    metric,
    conditions: [...inside.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }));
}

/** The labels by which an expression groups. */
export const groupsIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:by|on) \(([^)]+)\)/g)].flatMap(([, names = '']) => names.split(/, */));
