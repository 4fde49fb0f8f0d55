import type { StoredFile } from '@studiolo/contracts';

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Files in the order of a shoot: by name, with `DSC_9` before `DSC_10`. The API lists them as they arrived, and a page
 * sends two at a time.
 */
export function inOrder(files: readonly StoredFile[]): readonly StoredFile[] {
  return files.toSorted((one, other) => collator.compare(one.filename, other.filename));
}
