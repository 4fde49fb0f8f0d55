const SINGLE_QUOTES = /[\u2018-\u201b\u02bc\u2032\u00b4`]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /\p{Dash_Punctuation}/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The form in which texts are searched: texts that look the same, or differ only in case, have the same form. Signs of
 * one meaning become ASCII, NFKC unites composed, decomposed and wide forms, and upper case followed by lower case is
 * close to Unicode's case folding (ß is ss). A dot above an i, which the lower case of İ has, and the final sigma are
 * written like the plain letters.
 */
export function searchable(text: string): string {
  return text
    .replaceAll(SINGLE_QUOTES, "'")
    .replaceAll(DOUBLE_QUOTES, '"')
    .replaceAll(INVISIBLE, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replaceAll(DASHES, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
