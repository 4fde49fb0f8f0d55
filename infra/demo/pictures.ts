import { dunes, forest, ridges, sea } from './landscapes.ts';
import type { Painting } from './painting.ts';
import { arches, bokeh, flower, silhouette, spiral, stillLife } from './studio-pictures.ts';

interface SamplePicture {
  painting: Painting;
  /** Pixels. */
  width: number;
  height: number;
}

const landscape = (painting: Painting): SamplePicture => ({ painting, width: 780, height: 520 });
const portrait = (painting: Painting): SamplePicture => ({ painting, width: 520, height: 780 });

const dawn = {
  sky: ['33405e', '8c7f96', 'e8b48c', 'f6dfc0'],
  near: '1c2433',
  sun: 'fff0cf',
  at: [1.02, 0.36],
} as const;
const alps = {
  sky: ['2a5a86', '7fb0cf', 'dfeaf0'],
  near: '13303f',
  sun: 'ffffff',
  at: [0.36, 0.16],
} as const;
const dusk = {
  sky: ['1b1d3a', '5b3357', 'c4573f', 'f6a24f'],
  near: '10142b',
  sun: 'ffd98a',
  at: [0.86, 0.47],
} as const;
const morning = {
  sky: ['9fb9c6', 'c9d3d0', 'f0dfc4'],
  near: '3c5963',
  sun: 'fff4dc',
  at: [0.4, 0.4],
} as const;
const desert = {
  sky: ['4d6f8f', 'a9b7bd', 'e9c9a1'],
  near: '4a2416',
  sun: 'e59a55',
  at: [1, 0.2],
} as const;
const night = {
  sky: ['060b1a', '142347', '35507a'],
  near: '04070d',
  sun: 'f4ecd2',
  at: [1.08, 0.26],
} as const;

/** What the demonstration's projects hold: every picture is computed, none is a photograph. */
export const samplePictures = {
  'ridge-at-dawn': landscape(ridges(dawn, 3)),
  'alpine-haze': landscape(ridges(alps, 21)),
  'evening-sea': landscape(sea(dusk, 4)),
  'quiet-bay': landscape(sea(morning, 11)),
  'dunes-side-light': landscape(dunes(desert, 1.3)),
  'moon-over-firs': landscape(forest(night, 6)),
  'citrus-and-plum': landscape(stillLife(['b9c04a', '7a2f4d', 'd98a2b'], '6b4a33', '5d6a66')),
  'glass-marbles': landscape(stillLife(['2f6f8f', 'c7432f', 'e8d9b5'], '2c2a2b', '6d5f72')),
  'backlit-portrait': portrait(
    silhouette(['ffe3b0', 'f0a35e', '8f3f34', '2a1620'], '1a0f14', 2 / 3),
  ),
  'blue-hour-portrait': portrait(
    silhouette(['e6f1f5', '7fa6bd', '2d4a66', '0d1826'], '0b121c', 2 / 3),
  ),
  'reception-lights': landscape(
    bokeh(['120c0a', '2a1710', '0c0806'], ['ffb45a', 'ff7a3c', 'ffe2ad'], 3),
  ),
  'harbour-lights': landscape(
    bokeh(['07101c', '12283c', '050a12'], ['6fc3ff', 'ffd08a', 'ff6f61', 'c8f0ff'], 8),
  ),
  cloister: landscape(arches('e6cfa8', '6a4632', ['4f7fae', 'a9c8dc', 'e7e3cf'])),
  stairwell: landscape(spiral('e9dcc6', '2b1c17', 13)),
  peony: landscape(flower('e58aa0', '8f1f3f', ['1d2a22', '2f4434', '16201a'])),
} satisfies Record<string, SamplePicture>;
