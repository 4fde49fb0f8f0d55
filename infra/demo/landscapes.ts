import {
  add,
  clamp,
  colour,
  distance,
  mix,
  type Painting,
  ramp,
  roughness,
  scale,
  smooth,
  speck,
} from './painting.ts';

interface Light {
  /** From the top of the sky to the horizon. */
  sky: readonly string[];
  near: string;
  sun: string;
  /** Centre of the sun. */
  at: readonly [number, number];
}

/** Mountain behind mountain in the haze. */
export function ridges({ sky, near, sun, at }: Light, seed: number): Painting {
  const skyColours = sky.map(colour);
  const dark = colour(near);
  const haze = skyColours.at(-1) ?? dark;
  const glow = colour(sun);
  return (x, y) => {
    for (let layer = 6; layer >= 0; layer -= 1) {
      const depth = layer / 6;
      const top =
        0.42 + depth * 0.5 - roughness(x * (1.2 + layer * 0.5) + seed + layer * 9, seed) * 0.36;
      if (y < top) continue;
      const body = mix(mix(haze, dark, 0.18 + depth * 0.82), haze, smooth(0.35, 0, y - top) * 0.12);
      return mix(body, haze, smooth(0.02, 0.3, y - top) * (1 - depth) * 0.55);
    }
    const far = distance(x, y, ...at);
    const base = ramp(skyColours, y / 0.62);
    return mix(add(base, glow, 0.35 * Math.exp(-far * 4)), glow, smooth(0.062, 0.058, far));
  };
}

/** A low sun over still water. */
export function sea({ sky, near, sun, at }: Light, seed: number): Painting {
  const skyColours = sky.map(colour);
  const glow = colour(sun);
  const horizon = 0.56;
  return (x, y) => {
    const far = distance(x, y, ...at);
    if (y < horizon) {
      const cloud = smooth(0.5, 0.78, roughness(x * 1.6 + seed, y * 9 + seed));
      const base = add(ramp(skyColours, y / horizon), glow, 0.4 * Math.exp(-far * 3.4));
      return mix(mix(base, glow, cloud * 0.28), glow, smooth(0.075, 0.07, far));
    }
    const depth = (y - horizon) / (1 - horizon);
    const wave = roughness((x * 7) / (0.25 + depth), seed + 60 / (0.18 + depth), 2);
    const mirrored = ramp(skyColours, 1 - depth * 0.9);
    const path = Math.exp(-Math.abs(x - at[0]) * (9 - depth * 5)) * smooth(0.42, 0.62, wave);
    return add(mix(scale(mirrored, 0.62), colour(near), 0.25 + depth * 0.5), glow, path * 0.75);
  };
}

/** Sand in side light, with a sharp crest. */
export function dunes({ sky, near, sun }: Light, seed: number): Painting {
  const skyColours = sky.map(colour);
  const lit = colour(sun);
  const shade = colour(near);
  return (x, y) => {
    for (let layer = 3; layer >= 0; layer -= 1) {
      const wave = Math.sin(x * (1.7 + layer * 0.35) + seed + layer * 2.1);
      const crest = 0.4 + layer * 0.16 - wave * 0.1 - roughness(x + seed, layer, 2) * 0.05;
      if (y < crest) continue;
      const side = Math.cos(x * (1.7 + layer * 0.35) + seed + layer * 2.1);
      const ripple = Math.sin((y - crest) * 210 - x * 46 + roughness(x * 3, y * 5, 2) * 12) * 0.022;
      const light = smooth(-0.55, 0.75, side + (y - crest) * 1.5) + ripple;
      return scale(mix(shade, lit, light), 0.72 + layer * 0.09);
    }
    return ramp(skyColours, y / 0.5);
  };
}

/** Firs against a night sky with a moon. */
export function forest({ sky, near, sun, at }: Light, seed: number): Painting {
  const skyColours = sky.map(colour);
  const haze = skyColours.at(-1) ?? colour(near);
  const moon = colour(sun);
  const tree = (x: number, layer: number) => {
    const spacing = 0.05 + layer * 0.035;
    const index = Math.floor(x / spacing);
    const inside = Math.abs(((x / spacing) % 1) - 0.5) * 2;
    const height = 0.14 + layer * 0.09 + speck(index + seed, layer) * 0.13;
    return height * (1 - inside) - Math.abs(Math.sin(inside * 21)) * 0.012;
  };
  return (x, y) => {
    for (let layer = 3; layer >= 0; layer -= 1) {
      const ground = 0.66 + layer * 0.12 - roughness(x * 1.3 + seed, layer, 2) * 0.1;
      if (y < ground - Math.max(0, tree(x + layer, layer))) continue;
      return mix(haze, colour(near), 0.35 + layer * 0.22);
    }
    const far = distance(x, y, ...at);
    const star = speck(Math.floor(x * 260), Math.floor(y * 260)) > 0.9985 ? clamp(0.6 - y) : 0;
    const base = add(ramp(skyColours, y / 0.75), moon, 0.25 * Math.exp(-far * 5) + star);
    return mix(
      base,
      scale(moon, 0.86 + roughness(x * 22, y * 22, 3) * 0.2),
      smooth(0.09, 0.087, far),
    );
  };
}
