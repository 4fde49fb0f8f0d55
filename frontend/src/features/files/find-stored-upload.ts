import type { StoredFile } from '@studiolo/contracts';

/** Splits "photo.jpg" into its stem and its extension with the dot. */
function split(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** A name that is taken is kept as "name (2).ext". */
function isNameOf(stored: string, wanted: string): boolean {
  if (stored === wanted) return true;
  const [stem, extension] = split(wanted);
  const [storedStem, storedExtension] = split(stored);
  return (
    storedExtension === extension &&
    storedStem.startsWith(stem) &&
    /^ \(\d+\)$/.test(storedStem.slice(stem.length))
  );
}

/** The file an upload left behind whose answer was lost: new since it was sent, of its name and size. */
export function findStoredUpload(
  file: File,
  stored: readonly StoredFile[],
  known: ReadonlySet<string>,
): StoredFile | undefined {
  return stored.find(
    ({ filename, size }) =>
      !known.has(filename) && size === file.size && isNameOf(filename, file.name),
  );
}
