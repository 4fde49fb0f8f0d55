/**
 * The stored name that a caller requests; undefined for a name that no file can have. Stored names are NFC, but some
 * systems send them in NFD.
 */
export function requestedName(name: string): string | undefined {
  const isPossible = name.isWellFormed() && !name.includes('\0');
  return isPossible ? name.normalize('NFC') : undefined;
}
