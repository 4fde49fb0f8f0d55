// The pictures of the product on the landing page and in the README.
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
const ASSETS = 'frontend/src/features/landing/assets';

export interface Picture {
  path: string;
  /** The link that leads on from there. */
  link?: string;
  /** Shown in the viewer. */
  picture?: string;
  size: { width: number; height: number };
  /** Relative to the repository; those with a width are WebP. */
  files: readonly { file: string; width?: number }[];
}

const README_SIZE = { width: 1440, height: 900 };
const forReadme = (page: string, path: string, link?: string): Picture => ({
  path,
  ...(link !== undefined && { link }),
  size: README_SIZE,
  files: [{ file: `docs/images/${page}.png` }],
});

const RIDGELINE = 'Ridgeline: a calendar of twelve mornings';

/** The landing page shows the viewer, which looks the same in both themes and says nothing of the room that is left. */
const forLanding: Picture = {
  path: '/projects',
  link: RIDGELINE,
  picture: 'ridge-at-dawn.webp',
  size: { width: 1280, height: 824 },
  // The narrow one is for phones.
  files: [1280, 720].map((width) => ({ file: `${ASSETS}/viewer-${width}.webp`, width })),
};

export const PICTURES: readonly Picture[] = [
  forLanding,
  forReadme('project', '/projects', RIDGELINE),
  forReadme('dashboard', '/dashboard'),
  forReadme('storage', '/storage'),
];

const SHOWN =
  'frontend/src/{app/layout,features/{dashboard,files,projects,storage},styles,ui}/**/*.{tsx,css}';
/** Holds the hash of the sources that the pictures were taken of. */
export const TAKEN_OF = join(import.meta.dirname, 'pictures.sha256');

/** SHA-256 of the components and styles that the pictures show. */
export function hashOfSources(): string {
  const files = globSync(SHOWN, { cwd: ROOT, exclude: ['**/*.spec.tsx'] }).sort();
  return hash('sha256', files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join(''));
}
