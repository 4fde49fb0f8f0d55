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
  size: { width: number; height: number };
  /** Relative to the repository. */
  file: string;
  /** Of the file to the window, 1 by default. */
  scale?: number;
}

const README = { width: 1440, height: 900 };
const LANDING = { width: 1280, height: 640 };
const RIDGELINE = { path: '/projects', link: 'Ridgeline: a calendar of twelve mornings' };
/** The tracker itself; a project says nothing of the room that is left. */
const PROJECT = { ...RIDGELINE, size: LANDING };

export const PICTURES: readonly Picture[] = [
  // For screens with two pixels in the place of one.
  { ...PROJECT, file: `${ASSETS}/project-2560.webp`, scale: 2 },
  { ...PROJECT, file: `${ASSETS}/project-1280.webp` },
  // For phones.
  { ...PROJECT, file: `${ASSETS}/project-720.webp`, scale: 720 / LANDING.width },
  { ...RIDGELINE, size: README, file: 'docs/images/project.png' },
  { path: '/dashboard', size: README, file: 'docs/images/dashboard.png' },
  { path: '/storage', size: README, file: 'docs/images/storage.png' },
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
