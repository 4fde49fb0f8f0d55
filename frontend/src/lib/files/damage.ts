import type { Damage, StoredFile } from '@studiolo/contracts';

const sentences: Record<Damage, string> = {
  missing: 'None of its bytes are left, so it cannot be downloaded.',
  cut: 'Only the beginning of it is left.',
  changed: 'What is stored is not what was uploaded.',
};

/** What is wrong with a damaged file; the last check may not have found yet what. */
export const damageText = (damage: string | null): string =>
  new Map(Object.entries(sentences)).get(damage ?? '') ?? sentences.changed;

/** A file's name for screen readers, which see no sign on its picture. */
export const spokenName = ({ filename, damage }: StoredFile): string =>
  damage === null ? filename : `${filename}, damaged`;
