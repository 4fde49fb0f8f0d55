import { FILENAME_MAX_LENGTH } from '@studiolo/contracts';

import { shorten } from './shorten.js';

/** Cc, the line separators, and the marks that turn the reading direction and so hide an extension. */
// eslint-disable-next-line no-control-regex -- naming the control characters is the point
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const DRIVE_LETTER = /^[A-Za-z]:/;
/** Windows drops them, and then two names become one. */
const TRAILING_DOTS_AND_SPACES = /[\s.]+$/;
/** Device names, whatever follows the first dot. https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;
const NAMELESS = 'file';

/**
 * The name under which an uploaded file is kept and downloaded: no path, nothing invisible, at most
 * 255 UTF-16 units, in NFC. Whatever is harmless stays exactly as it came.
 */
export function displayName(claimed: string): string {
  const visible = claimed.toWellFormed().replace(UNSAFE, '').normalize('NFC');
  const basename = visible.slice(lastSeparator(visible) + 1).replace(DRIVE_LETTER, '');
  const name = trimEnd(shorten(trimEnd(basename), FILENAME_MAX_LENGTH)) || NAMELESS;
  return WINDOWS_DEVICE.test(name) ? shorten(`_${name}`, FILENAME_MAX_LENGTH) : name;
}

function lastSeparator(name: string): number {
  return Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
}

const trimEnd = (name: string) => name.replace(TRAILING_DOTS_AND_SPACES, '');
