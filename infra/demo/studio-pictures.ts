import {
  add,
  clamp,
  type Colour,
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

interface Sphere {
  x: number;
  y: number;
  radius: number;
  body: Colour;
}

function lightOn({ x: cx, y: cy, radius, body }: Sphere, x: number, y: number): Colour {
  const nx = (x - cx) / radius;
  const ny = (y - cy) / radius;
  const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny));
  const facing = clamp(nx * -0.55 + ny * -0.6 + nz * 0.58);
  const rim = (1 - nz) ** 3 * 0.22;
  const spark = clamp(nx * -0.36 + ny * -0.42 + nz * 0.83) ** 42;
  return add(add(scale(body, 0.12 + facing * 0.95), body, rim), [1, 0.97, 0.9], spark * 0.55);
}

/** Fruit or glass on a table: spheres in window light. */
export function stillLife(palette: readonly string[], table: string, wall: string): Painting {
  const floor = 0.7;
  const spheres: Sphere[] = palette.map((hex, index) => ({
    x: 0.42 + index * 0.27 + (index % 2) * 0.03,
    y: floor + 0.05 - 0.09 - speck(index, 5) * 0.1 + (index % 2) * 0.06,
    radius: 0.115 + speck(index, 3) * 0.07,
    body: colour(hex),
  }));
  return (x, y) => {
    for (const sphere of spheres.toReversed()) {
      if (distance(x, y, sphere.x, sphere.y) < sphere.radius) return lightOn(sphere, x, y);
    }
    const sheen = Math.exp(-distance(x, y, 0.25, 0.2) * 1.7);
    const back = add(scale(colour(wall), 0.42), colour(wall), sheen * 0.75);
    const top = mix(scale(colour(table), 0.95), scale(colour(table), 0.45), x / 1.5);
    const base = mix(back, top, smooth(floor - 0.004, floor + 0.004, y));
    if (y < floor) return base;
    const shadow = spheres.reduce((sum, { x: cx, y: cy, radius }) => {
      const far = Math.hypot((x - cx - radius * 0.7) / 1.9, (y - cy - radius * 0.92) * 3.1);
      return Math.max(sum, smooth(radius * 1.3, 0, far));
    }, 0);
    return scale(base, 1 - shadow * 0.8);
  };
}

/** Someone in front of the light. */
export function silhouette(backdrop: readonly string[], figure: string, aspect: number): Painting {
  const colours = backdrop.map(colour);
  const middle = aspect * 0.52;
  const edge = (x: number, y: number) => {
    const head = distance(x, (y - 0.4) * 0.8, middle, 0) - 0.128;
    const neck = Math.max(Math.abs(x - middle) - 0.062, Math.abs(y - 0.57) - 0.12);
    const shoulders = Math.abs(x - middle) - 0.29 * smooth(0.6, 0.82, y) ** 0.55 - 0.02;
    return Math.min(head, neck, y < 0.6 ? 1 : shoulders);
  };
  return (x, y) => {
    const far = distance(x, y, middle + 0.09, 0.36);
    const light = ramp(colours, far * 1.25);
    const outside = edge(x, y);
    if (outside > 0) return light;
    const rim = Math.exp(outside * 55) * smooth(-0.4, 0.5, x - middle + 0.1);
    return add(mix(colour(figure), light, 0.06), colours[0] ?? [1, 1, 1], rim * 0.8);
  };
}

/** Lamps out of focus. */
export function bokeh(ground: readonly string[], lamps: readonly string[], seed: number): Painting {
  const discs = Array.from({ length: 46 }, (_, index) => ({
    x: speck(index, seed) * 1.6,
    y: 0.12 + speck(seed, index) * 0.75,
    radius: 0.03 + speck(index * 3, seed + 1) ** 2 * 0.11,
    body: colour(lamps[index % lamps.length] ?? 'ffffff'),
    strength: 0.16 + speck(index, seed + 7) * 0.4,
  }));
  return (x, y) =>
    discs.reduce<Colour>(
      (sum, { x: cx, y: cy, radius, body, strength }) => {
        const far = distance(x, y, cx, cy);
        if (far > radius) return sum;
        const ring = 0.75 + 0.4 * smooth(radius * 0.7, radius, far);
        return add(sum, body, strength * ring * smooth(radius, radius * 0.95, far));
      },
      ramp(ground.map(colour), y),
    );
}

/** A colonnade with the sun from the left. */
export function arches(stone: string, shade: string, sky: readonly string[]): Painting {
  const lit = colour(stone);
  const dark = colour(shade);
  const width = 0.42;
  return (x, y) => {
    const inside = ((x + 0.06) % width) / width;
    const bay = Math.floor((x + 0.06) / width);
    const span = Math.abs(inside - 0.5);
    const rise = 0.42 - Math.sqrt(Math.max(0, 0.115 - span * span)) * 0.62;
    const isOpen = span < 0.335 && y > rise && y < 0.86;
    const wall = scale(mix(lit, dark, smooth(0.55, 0.95, inside) * 0.55), 1 - bay * 0.08);
    const grain = (roughness(x * 26, y * 26, 3) - 0.47) * 0.1;
    if (!isOpen) {
      const floor = smooth(0.858, 0.864, y);
      const cast = Math.sin((x - y * 0.9) * (Math.PI / width) * 2) > 0.2 ? 0.62 : 1;
      return mix(add(wall, [1, 1, 1], grain), scale(lit, cast * 0.82), floor);
    }
    const reveal = smooth(-0.335, -0.26, inside - 0.5);
    return mix(scale(dark, 0.6), ramp(sky.map(colour), (y - 0.1) / 0.8), reveal);
  };
}

/** A stair seen from above. */
export function spiral(light: string, dark: string, steps: number): Painting {
  return (x, y) => {
    const dx = x - 0.75;
    const dy = y - 0.5;
    const radius = Math.hypot(dx, dy);
    const turn = Math.atan2(dy, dx) / (2 * Math.PI) + Math.log(radius + 0.04) * 0.55;
    const step = (turn * steps) % 1;
    const tread = step < 0 ? step + 1 : step;
    const depth = smooth(0.02, 0.75, radius);
    const base = mix(colour(dark), colour(light), tread * 0.75 + 0.12);
    return scale(base, 0.25 + depth * 0.9);
  };
}

/** Petals around a heart. */
export function flower(petal: string, heart: string, ground: readonly string[]): Painting {
  const body = colour(petal);
  return (x, y) => {
    const dx = x - 0.72;
    const dy = y - 0.52;
    const far = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    for (let layer = 0; layer < 3; layer += 1) {
      const petals = 7 + layer * 2;
      const lobe = Math.abs(Math.cos((angle + layer * 0.42) * (petals / 2)));
      const reach = (0.2 + layer * 0.1) * (0.62 + 0.38 * Math.sqrt(lobe));
      if (far > reach) continue;
      const vein = Math.sin(angle * 64 + layer) * 0.025;
      const inner = mix(colour(heart), body, smooth(0.02, 0.17, far));
      return scale(
        inner,
        0.52 + 0.48 * lobe + vein - layer * 0.09 + smooth(0.5, 1, far / reach) * 0.16,
      );
    }
    return scale(ramp(ground.map(colour), y + roughness(x * 2, y * 2, 2) * 0.4 - 0.2), 0.95);
  };
}
