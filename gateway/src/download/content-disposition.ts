/** Characters of RFC 5987 that `encodeURIComponent` leaves alone although the header needs them encoded. */
const ALSO_ENCODED = /['()*!]/g;
const NOT_PLAIN = /[^\u0020-\u007e]|["\\%]/g;
const COMBINING_MARKS = /\p{M}/gu;

/**
 * Makes a browser save the answer under a name: RFC 6266, with a plain ASCII name for old clients and
 * the real one beside it (RFC 5987).
 */
export function attachment(filename: string): string {
  const name = filename.toWellFormed();
  const letters = name.normalize('NFKD').replaceAll(COMBINING_MARKS, '');
  const encoded = encodeURIComponent(name).replaceAll(ALSO_ENCODED, percentEncoded);
  return `attachment; filename="${letters.replaceAll(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
