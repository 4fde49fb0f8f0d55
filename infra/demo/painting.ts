import { encodePng } from './png.ts';

/** Red, green and blue from 0 to 1; more is clipped. */
export type Colour = readonly [number, number, number];

/** The colour at a point: `x` runs from 0 to the aspect ratio, `y` from 0 (top) to 1. */
export type Painting = (x: number, y: number) => Colour;

export function colour(hex: string): Colour {
  const value = Number.parseInt(hex, 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** 0 below `from`, 1 above `to`, smooth in between. */
export function smooth(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = clamp(share);
  return [
    one[0] + (other[0] - one[0]) * part,
    one[1] + (other[1] - one[1]) * part,
    one[2] + (other[2] - one[2]) * part,
  ];
}

export function scale(base: Colour, factor: number): Colour {
  return [base[0] * factor, base[1] * factor, base[2] * factor];
}

export function add(one: Colour, other: Colour, share = 1): Colour {
  return [one[0] + other[0] * share, one[1] + other[1] * share, one[2] + other[2] * share];
}

/** Colours one after the other, evenly spread from 0 to 1. */
export function ramp(stops: readonly Colour[], place: number): Colour {
  const scaled = clamp(place) * (stops.length - 1);
  const index = Math.min(Math.floor(scaled), stops.length - 2);
  const [one = [0, 0, 0], other = [0, 0, 0]] = stops.slice(index, index + 2);
  return mix(one, other, scaled - index);
}

/** A fixed number between 0 and 1 for a point of the grid. */
export function speck(x: number, y: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

function noise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = smooth(0, 1, x - left);
  const down = smooth(0, 1, y - top);
  const upper = speck(left, top) * (1 - across) + speck(left + 1, top) * across;
  const lower = speck(left, top + 1) * (1 - across) + speck(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}

/** Rough like rock or cloud, around 0.5. */
export function roughness(x: number, y: number, octaves = 4): number {
  let sum = 0;
  let weight = 0.5;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += noise(x * 2 ** octave + octave * 17, y * 2 ** octave) * weight;
    weight /= 2;
  }
  return sum;
}

export const distance = (x: number, y: number, cx: number, cy: number): number =>
  Math.hypot(x - cx, y - cy);

/** Darker towards the corners, as through a lens. */
function vignette(x: number, y: number, aspect: number): number {
  return 1 - 0.38 * smooth(0.35, 1, distance(x / aspect, y, 0.5, 0.5));
}

/** Neighbours that differ by more than this share an edge. */
const EDGE = 0.07;

function isEdge(samples: Float32Array, width: number, index: number): boolean {
  return [index - 1, index - width, index + 1, index + width].some((neighbour) =>
    [0, 1, 2].some((channel) => {
      const other = samples[neighbour * 3 + channel];
      return other !== undefined && Math.abs(other - (samples[index * 3 + channel] ?? 0)) > EDGE;
    }),
  );
}

/** Draws a painting into a PNG file: one sample a pixel, and four more where an edge is to be smoothed. */
export function develop(painting: Painting, width: number, height: number): Buffer {
  const aspect = width / height;
  const sample = (index: number, right: number, down: number): Colour => {
    const x = ((index % width) + right) / height;
    const y = (Math.floor(index / width) + down) / height;
    const light = vignette(x, y, aspect);
    const [red, green, blue] = painting(x, y);
    return [clamp(red * light), clamp(green * light), clamp(blue * light)];
  };
  const samples = new Float32Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    samples.set(sample(index, 0.5, 0.5), index * 3);
  }
  const pixels = Uint8Array.from(samples, (value) => Math.round(value * 255));
  for (let index = 0; index < width * height; index += 1) {
    if (!isEdge(samples, width, index)) continue;
    const corners = [0.2, 0.8].flatMap((right) =>
      [0.2, 0.8].map((down) => sample(index, right, down)),
    );
    for (const channel of [0, 1, 2] as const) {
      const sum = corners.reduce((total, corner) => total + corner[channel], 0);
      pixels[index * 3 + channel] = Math.round((sum / corners.length) * 255);
    }
  }
  return encodePng(pixels, width, height);
}
