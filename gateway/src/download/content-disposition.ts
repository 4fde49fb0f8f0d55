/** Characters that RFC 5987 requires to be encoded and `encodeURIComponent` does not encode. */
const ALSO_ENCODED = /['()*!]/g;
const NOT_PLAIN = /[^\u0020-\u007e]|["\\%]/g;
const COMBINING_MARKS = /\p{M}/gu;

/**
 * Makes a browser save the answer under a name: RFC 6266, with an ASCII name for old clients and the real name (RFC
 * 5987).
 */
export function attachment(filename: string): string {
  const name = filename.toWellFormed();
  const letters = name.normalize('NFKD').replaceAll(COMBINING_MARKS, '');
  const encoded = encodeURIComponent(name).replaceAll(ALSO_ENCODED, percentEncoded);
  return `attachment; filename="${letters.replaceAll(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
