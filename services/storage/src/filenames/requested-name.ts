/**
 * The stored name a caller asks for; undefined for one that no file can have. Stored names are NFC,
 * while some systems spell what they got from us in NFD.
 */
export function requestedName(name: string): string | undefined {
  const isPossible = name.isWellFormed() && !name.includes('\0');
  return isPossible ? name.normalize('NFC') : undefined;
}
