/** Characters of RFC 5987 that `encodeURIComponent` leaves alone although the header needs them encoded. */
const ALSO_ENCODED = /['()*!]/g;

/**
 * Makes a browser save the answer under a name: RFC 6266, with a plain ASCII name for old clients and
 * the real one beside it (RFC 5987).
 */
export function attachment(filename: string): string {
  const name = filename.toWellFormed();
  const fallback = name
    .normalize('NFKD')
    .replaceAll(/[^\u0020-\u007e]/g, '_')
    .replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    ALSO_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
