import type { StoredFile } from '@studiolo/contracts';

const paddedName = ({ filename }: StoredFile): string =>
  filename.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(20, '0'));

/**
 * Files in the order of a shoot: by name, with `DSC_9` before `DSC_10`. The API lists them as they arrived, and a page
 * sends two at a time. `Intl.Collator` would sort them, too, but its first use blocks a slow phone.
 */
export function inOrder(files: readonly StoredFile[]): readonly StoredFile[] {
  const named = files.map((file) => ({ file, name: paddedName(file) }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  return named.map(({ file }) => file);
}
