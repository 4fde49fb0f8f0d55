import * as z from 'zod/mini';

import { FILENAME_MAX_LENGTH, UPLOAD_NAME_MAX_LENGTH } from '../limits.js';
import { shorten } from './shorten.js';

/** Cc, the line separators, what has no width, and the marks that turn the reading direction and so hide an extension. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- naming the control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Joiners that join nothing: those of emojis and of scripts such as Persian and Hindi stand between their characters. */
const IDLE_JOINERS =
  /(?<![^\p{ASCII}\p{Script=Latin}\p{Script=Inherited}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Script=Latin}\p{Script=Inherited}])/gu;
const DRIVE_LETTERS = /^(?:[A-Za-z]:)+/;
/** At the end of a name, Windows drops dots and spaces, and format characters (Cf) hide its extension from a check. */
const TRIMMED = /[\s.\p{Cf}]/u;
/** Device names, with any text after the first dot. https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;
const NAMELESS = 'file';

/**
 * The name under which an uploaded file is checked, stored and downloaded: no path, no invisible characters at its end,
 * at most 255 UTF-16 units, in NFC. Harmless names are unchanged, and applying it twice changes nothing more.
 */
export function displayName(claimed: string): string {
  const safe = claimed.toWellFormed().replace(UNSAFE, '').normalize('NFC');
  const visible = safe.replace(IDLE_JOINERS, '').normalize('NFC');
  const basename = visible.slice(lastSeparator(visible) + 1).replace(DRIVE_LETTERS, '');
  const name = fitting(trimEnd(basename)) || NAMELESS;
  return WINDOWS_DEVICE.test(name) ? fitting(`_${name}`) : name;
}

/** The name a client gives an uploaded file, made safe by {@link displayName}. */
export const uploadNameSchema = z.pipe(
  z
    .string()
    .check(
      z.maxLength(
        UPLOAD_NAME_MAX_LENGTH,
        `The name of a file can have at most ${UPLOAD_NAME_MAX_LENGTH} characters`,
      ),
    ),
  z.transform(displayName),
);

function lastSeparator(name: string): number {
  return Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
}

const fitting = (name: string) => trimEnd(shorten(name, FILENAME_MAX_LENGTH));

/** Goes character by character: a regular expression ending in `$` would backtrack from each of them. */
function trimEnd(name: string): string {
  const characters = [...name];
  const last = characters.findLastIndex((character) => !TRIMMED.test(character));
  return characters.slice(0, last + 1).join('');
}
