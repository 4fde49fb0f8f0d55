import type { Measurement, Results, Series } from '../results.ts';
import { targets } from './targets.ts';

const one = (requestsPerSecond: number, medianMs = 1): Measurement => ({
  ...{ requests: 100, requestsPerSecond, medianMs, p99Ms: 2, firstByteMs: 1, failures: 0 },
  cpuMs: { own: 0.4, postgres: 0.2 },
});

const results = (series: Series[], more: Partial<Results> = {}): Results => ({
  ...{ at: '2026-11-21T10:00:00Z', command: 'npm run bench', machine: {} },
  ...{ isQuick: false, rounds: 1, seconds: 1 },
  ...{ subjects: {}, footprints: {}, series },
  ...more,
});

const row = (text: string, what: string): string[] =>
  (text.split('\n').find((line) => line.startsWith(`| ${what} `)) ?? '')
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);

const list = (connections: number, studiolo: Measurement[], monolith: Measurement[]): Series => ({
  ...{ operation: 'list', connections, warmUps: {}, rounds: { studiolo, monolith } },
});

test('a target is met by the median of the ratios', () => {
  const text = targets(
    results([list(32, [one(90), one(110), one(120)], [one(100), one(100), one(100)])]),
  );
  expect(row(text, 'list, against the monolith')).toEqual([
    'list, against the monolith',
    '≥ 1.00×',
    '1.10× (1.00–1.15)',
    'yes',
  ]);
});

test('a miss is said', () => {
  const text = targets(results([list(32, [one(50)], [one(100)])]));
  expect(row(text, 'list, against the monolith').slice(2)).toEqual(['0.50× (0.50–0.50)', 'no']);
});

test('what was not measured is neither met nor missed', () => {
  const text = targets(results([]));
  expect(row(text, 'list, against the monolith').slice(2)).toEqual(['–', 'not measured']);
});

test('latency is compared by its difference', () => {
  const text = targets(results([list(1, [one(1, 2.5)], [one(1, 1)])]));
  expect(row(text, 'list at one connection, against the monolith').slice(2)).toEqual([
    '+1.50 ms',
    'no',
  ]);
});

test('processor time counts all parts of the system', () => {
  const text = targets(results([list(32, [one(1)], [])]));
  expect(row(text, 'processor time of a list, all processes').slice(2)).toEqual([
    '0.600 ms',
    'yes',
  ]);
});

test('processor time is also compared with the floor’s, for machines of other speeds', () => {
  const cheap = { ...one(1), cpuMs: { own: 0.15, postgres: 0.05 } };
  const series = list(32, [one(1)], []);
  const text = targets(results([{ ...series, rounds: { ...series.rounds, floor: [cheap] } }]));
  expect(row(text, 'processor time of a list, in the floor’s')).toEqual([
    'processor time of a list, in the floor’s',
    '≤ 2.92×',
    '3.00× (3.00–3.00)',
    'no',
  ]);
});

test('memory and start are taken from the footprint', () => {
  const studiolo = {
    ...{ startSeconds: [3, 1, 2], idleMiB: { gateway: 300, auth: 300 }, peakMiB: 900 },
    ...{ storesMiB: {}, largeUploadsMiB: { gateway: 200 } },
    processStartSeconds: { gateway: [1, 1.2, 9], auth: [2, 1.6, 1.7] },
  };
  const text = targets(results([], { footprints: { studiolo } }));
  expect(row(text, 'memory at rest, all processes of Studiolo').slice(2)).toEqual([
    '600 MiB',
    'no',
  ]);
  expect(row(text, 'memory of the gateway, 64 uploads of 5 MiB under way')[3]).toBe('yes');
  expect(row(text, 'start of the slowest process, the others being up').slice(2)).toEqual([
    '1.70 s',
    'no',
  ]);
});
