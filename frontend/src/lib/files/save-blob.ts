import { fetchCode } from '../code/fetch-code';

const REVOKE_AFTER_MS = 60_000;

/** Saves bytes as a download under the given name; they are never opened as a page. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

export interface ZipEntry {
  name: string;
  lastModified: Date;
  input: Blob | string;
}

/** Packs entries in the browser, as they come, and saves them as one ZIP. */
export async function saveZip(entries: AsyncIterable<ZipEntry>, filename: string): Promise<void> {
  const { downloadZip } = await fetchCode(() => import('client-zip'));
  saveBlob(await downloadZip(entries).blob(), filename);
}

/** A line of the list that `sha256sum -c` reads. */
export const checksumLine = (sha256: string, name: string): string => `${sha256}  ${name}\n`;
