import { median, type Spread } from '../measure/statistics.ts';
import type { Results } from '../results.ts';
import type { Operation } from '../subjects/subject.ts';
import {
  cpu,
  differenceOf,
  medianOf,
  rate,
  ratioOf,
  seriesOf,
  total,
  type Value,
} from './series.ts';
import { figure, MISSING, ratio, table } from './table.ts';

/** Something Studiolo sets out to reach. `measure` gives nothing when it was not measured. */
interface Target {
  what: string;
  asked: string;
  measure: (results: Results) => { reached: string; met: boolean } | undefined;
}

/** Of a list, and the floor's on the machine the target was set on. On others only the ratio means the same. */
const CPU_OF_LIST_MS = 0.7;
const FLOOR_CPU_MS = 0.24;

const isKnown = ({ median: value }: Spread): boolean => Number.isFinite(value);

/** A value of Studiolo in times of the other's, at 32 connections. */
const compared =
  (operation: Operation, other: string, value: Value, isMet: (times: number) => boolean) =>
  (results: Results): ReturnType<Target['measure']> => {
    const series = seriesOf(results, operation, 32);
    const found = series && ratioOf(series, ['studiolo', other], value);
    return found && isKnown(found)
      ? { reached: ratio(found), met: isMet(found.median) }
      : undefined;
  };

/** At least so many times the other's requests a second. */
const atLeast = (what: string, operation: Operation, other: string, least: number): Target => ({
  what,
  asked: `≥ ${least.toFixed(2)}×`,
  measure: compared(operation, other, rate, (times) => times >= least),
});

/** At most so many times the floor's processor time. */
const atMostFloors = (what: string, operation: Operation, most: number): Target => ({
  what,
  asked: `≤ ${most.toFixed(2)}×`,
  measure: compared(operation, 'floor', cpu, (times) => times <= most),
});

/** At most so many milliseconds more than the other, at one connection. */
function later(
  what: string,
  [operation, value]: [Operation, 'medianMs' | 'firstByteMs'],
  other: string,
  mostMs: number,
): Target {
  return {
    what,
    asked: `≤ +${mostMs.toFixed(1)} ms`,
    measure: (results) => {
      const series = seriesOf(results, operation, 1);
      const found = series && differenceOf(series, other, (one) => one[value]);
      if (!found || !isKnown(found)) return undefined;
      const sign = found.median < 0 ? '−' : '+';
      const reached = `${sign}${Math.abs(found.median).toFixed(2)} ms`;
      return { reached, met: found.median <= mostMs };
    },
  };
}

/** At most so much of something. */
function atMost(
  what: string,
  [most, unit]: [number, string],
  value: (results: Results) => number | undefined,
): Target {
  return {
    what,
    asked: `≤ ${most} ${unit}`,
    measure: (results) => {
      const found = value(results);
      if (found === undefined || !Number.isFinite(found)) return undefined;
      return { reached: `${figure(found)} ${unit}`, met: found <= most };
    },
  };
}

const cpuOfList = (results: Results): number | undefined => {
  const list = seriesOf(results, 'list', 32);
  return list && medianOf(list, 'studiolo', cpu);
};

const own = ({ footprints }: Results) => footprints.studiolo;

const TARGETS: readonly Target[] = [
  ...(['list', 'get', 'create'] as const).flatMap((operation) => [
    atLeast(`${operation}, against the monolith`, operation, 'monolith', 1),
    later(
      `${operation} at one connection, against the monolith`,
      [operation, 'medianMs'],
      'monolith',
      1,
    ),
  ]),
  atMost('processor time of a list, all processes', [CPU_OF_LIST_MS, 'ms'], cpuOfList),
  atMostFloors('processor time of a list, in the floor’s', 'list', CPU_OF_LIST_MS / FLOOR_CPU_MS),
  atLeast('list, against the floor', 'list', 'floor', 0.5),
  atLeast('list, against Parse Server', 'list', 'parse', 1.5),
  atLeast('get, against Parse Server', 'get', 'parse', 1.3),
  atLeast('create, against Parse Server', 'create', 'parse', 1),
  ...(['list', 'get', 'create'] as const).map((operation) =>
    atLeast(`${operation}, against Directus`, operation, 'directus', 8),
  ),
  atLeast('upload, against Parse Server', 'upload', 'parse', 1.2),
  atLeast('download, against Parse Server', 'download', 'parse', 1.2),
  atLeast('download, against the store’s own GET', 'download', 'floor', 0.75),
  later('first byte of a download, against the store', ['download', 'firstByteMs'], 'floor', 3),
  atLeast('upload, against the store’s own PUT', 'upload', 'floor', 0.6),
  atLeast('login, against bare argon2id', 'login', 'floor', 0.9),
  atMost('memory at rest, all processes of Studiolo', [550, 'MiB'], (results) => {
    const footprint = own(results);
    return footprint && total(footprint.idleMiB);
  }),
  atMost(
    'memory of the gateway, 64 uploads of 5 MiB under way',
    [350, 'MiB'],
    (results) => own(results)?.largeUploadsMiB?.gateway,
  ),
  atMost('start of the slowest process, the others being up', [1.5, 's'], (results) => {
    const starts = own(results)?.processStartSeconds;
    return starts && Math.max(...Object.values(starts).map(median));
  }),
];

/** What was set out for beside what was reached, misses included. */
export function targets(results: Results): string {
  const rows = TARGETS.map(({ what, asked, measure }) => {
    const found = measure(results);
    const verdict = found?.met ? 'yes' : 'no';
    return [what, asked, found?.reached ?? MISSING, found ? verdict : 'not measured'];
  });
  return table(['target', 'asked', 'reached', 'met'], rows);
}
