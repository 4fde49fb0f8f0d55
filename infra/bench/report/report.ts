import { median } from '../measure/statistics.ts';
import type { Footprint, Results, Series } from '../results.ts';
import type { Operation } from '../subjects/subject.ts';
import { cpu, medianOf, rate, ratioOf, total, type Value } from './series.ts';
import { figure, ratio, table } from './table.ts';
import { targets } from './targets.ts';

const WORK: Record<Operation, string> = {
  list: 'list of 20 projects',
  get: 'one project',
  create: 'create a project',
  login: 'login',
  upload: 'upload of 1 MiB',
  download: 'download of 1 MiB',
};

/** One table of figures for a number of connections: work down, subjects across. */
function figures(
  { subjects, series }: Results,
  connections: number,
  cell: (series: Series, subject: string) => string,
): string {
  const names = Object.keys(subjects);
  const rows = series
    .filter((one) => one.connections === connections)
    .map((one) => [WORK[one.operation], ...names.map((name) => cell(one, name))]);
  return table(['', ...names.map((name) => subjects[name]?.title ?? name)], rows);
}

function ratios(results: Results, connections: number): string {
  const others = Object.keys(results.subjects).filter((name) => name !== 'studiolo');
  const rows = results.series
    .filter((one) => one.connections === connections)
    .map((one) => [
      WORK[one.operation],
      ...others.map((name) => ratio(ratioOf(one, ['studiolo', name], rate))),
    ]);
  return table(['', ...others.map((name) => results.subjects[name]?.title ?? name)], rows);
}

const latency = (series: Series, subject: string): string => {
  const of = (value: Value) => figure(medianOf(series, subject, value));
  return series.rounds[subject] ? `${of((one) => one.medianMs)} / ${of((one) => one.p99Ms)}` : '–';
};

function section(results: Results, connections: number): string[] {
  const many = connections === 1 ? 'one connection' : `${connections} connections`;
  return [
    `### ${many.replace(/^o/, 'O')}`,
    'Requests a second:',
    figures(results, connections, (one, name) => figure(medianOf(one, name, rate))),
    'Studiolo’s requests a second as a multiple of theirs, median of the rounds (quartiles):',
    ratios(results, connections),
    'Latency in ms, median / 99th percentile:',
    figures(results, connections, latency),
    'Milliseconds of processor time for one request, all processes and stores together:',
    figures(results, connections, (one, name) => figure(medianOf(one, name, cpu))),
    'Requests before the first round, until that time no longer fell:',
    figures(results, connections, (one, name) => figure(one.warmUps[name])),
  ];
}

/** Where Studiolo's processor time goes. */
function shares({ series }: Results): string[] {
  const busy = series.filter((one) => one.rounds.studiolo?.some(Boolean));
  const first = busy.flatMap((one) => one.rounds.studiolo ?? []).find((one) => one !== null);
  if (!first) return [];
  const parts = Object.keys(first.cpuMs);
  const rows = busy.map((one) => [
    `${WORK[one.operation]} × ${one.connections}`,
    ...parts.map((part) => figure(medianOf(one, 'studiolo', (round) => round.cpuMs[part] ?? 0))),
    figure(medianOf(one, 'studiolo', cpu)),
  ]);
  return ['### Where Studiolo’s processor time goes, ms', table(['', ...parts, 'all'], rows)];
}

function footprints({ footprints: all, subjects }: Results): string[] {
  const entries = Object.entries(all);
  if (entries.length === 0) return [];
  const row = ([name, one]: [string, Footprint]) => [
    subjects[name]?.title ?? name,
    figure(median(one.startSeconds)),
    figure(total(one.idleMiB)),
    figure(one.peakMiB),
    figure(total(one.storesMiB)),
  ];
  const head = ['', 'first list after s', 'idle MiB', 'peak MiB', 'stores MiB'];
  return ['### Start and memory', table(head, entries.map(row))];
}

/** How long each of Studiolo's processes takes to start. */
function starts({ footprints: { studiolo } }: Results): string[] {
  const seconds = Object.entries(studiolo?.processStartSeconds ?? {});
  if (seconds.length === 0) return [];
  const told = seconds.map(([name, times]) => `${name} ${figure(median(times))} s`);
  return [`Ready after a start of its own, the others being up: ${told.join(', ')}.`];
}

function unavailable({ subjects }: Results): string[] {
  return Object.values(subjects).flatMap(({ title, unavailable: reason }) =>
    reason === undefined ? [] : [`${title} could not be measured: ${reason}`],
  );
}

function failures({ series }: Results): string[] {
  return series.flatMap(({ operation, connections, rounds }) =>
    Object.entries(rounds).flatMap(([name, measurements]) => {
      const failed = measurements.reduce((sum, one) => sum + (one?.failures ?? 0), 0);
      const lost = measurements.filter((one) => one === null).length;
      if (failed + lost === 0) return [];
      return [`${name}, ${operation} × ${connections}: ${failed} failed, ${lost} rounds lost`];
    }),
  );
}

/** The whole result as Markdown, without a title. */
export function report(results: Results): string {
  const connections = [...new Set(results.series.map((one) => one.connections))];
  const machine = Object.entries(results.machine).map(([name, value]) => `${name} ${value}`);
  return [
    `${results.at.slice(0, 10)}, \`${results.command}\`. ${machine.join(', ')}.`,
    ...unavailable(results),
    '### Targets',
    targets(results),
    ...connections.toSorted((a, b) => b - a).flatMap((count) => section(results, count)),
    ...shares(results),
    ...footprints(results),
    ...starts(results),
    ...failures(results),
  ].join('\n\n');
}
