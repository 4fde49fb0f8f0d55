/** The words of a language that is written in Latin letters; a word of accented letters alone is of another one. */
const latin = (accented: string) => new RegExp(`^(?=.*[a-z]|.$)[a-z${accented}]+$`, 'iu');

/**
 * The encodings in which Windows saves a note as "ANSI", and KOI8-R of Russian notes from old Unix, each with what words
 * look like in its languages. Of those that suit a text equally well, the first is meant.
 */
const LANGUAGES: readonly (readonly [encoding: string, word: RegExp])[] = [
  ['windows-1252', latin('äöüß')],
  ['windows-1252', latin('àâæçèéêëîïôœùûüÿ')],
  ['windows-1252', latin('áéíñóúüªº')],
  ['windows-1252', latin('àáâãçéêíóôõúªº')],
  ['windows-1252', latin('àèéìòù')],
  ['windows-1252', latin('åäæéöøü')],
  ['windows-1252', latin('áæéíðóöúýþ')],
  ['windows-1250', latin('áäčďéěíĺľňóôŕřšťúůýž')],
  ['windows-1250', latin('ąćęłńóśźż')],
  ['windows-1250', latin('áéíóöőúüű')],
  ['windows-1250', latin('ăâîşţ')],
  ['windows-1250', latin('ćčđšž')],
  ['windows-1254', latin('çğıöşü')],
  ['windows-1257', latin('āčēģīķļņšūž')],
  ['windows-1257', latin('ąčęėįšųūž')],
  ['windows-1257', latin('äõöšüž')],
  // The last letters of Hebrew words stand nowhere else.
  ['windows-1255', /^[אבגדהוזחטילמנסעפצקרכשת]*[א-ת]$/u],
  // Before windows-1251: a text in one of these two, read in the other, has its capitals and small letters swapped.
  ['koi8-r', /^[А-ЯЁ]?[а-яё]+$/u],
  ['windows-1251', /^(?:[А-ЯЀ-Џ]?[а-яѐ-џґ]+|[А-ЯЀ-ЏҐ]+)$/u],
  ['windows-1253', /^(?:[Ά-Ϋ]?[ά-ώ]+|[Ά-Ϋ]+)$/u],
  ['windows-1256', /^[\u0621-\u06d2]+$/u],
  ['windows-874', /^[\u0e01-\u0e4e]+$/u],
  ['shift_jis', /^[\p{Script=Han}\u3041-\u30fe]+$/u],
  ['euc-kr', /^\p{Script=Hangul}+$/u],
  ['gb18030', /^\p{Script=Han}+$/u],
  ['big5', /^\p{Script=Han}+$/u],
];

/** So many bytes show the encoding. */
const SAMPLE_BYTES = 4096;
const FOREIGN = /[^\p{ASCII}‘’“”–—…«»°§€·、。，：！？（）「」]/gu;

const foreignIn = (text: string) => text.match(FOREIGN)?.length ?? 0;

/** The part of the letters outside ASCII that stands in words of the language; 0 when the bytes are of another encoding. */
function fitOf(bytes: Uint8Array, encoding: string, word: RegExp): number {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    const words = text.match(/[\p{L}\p{M}]+/gu)?.filter((one) => word.test(one)) ?? [];
    return foreignIn(words.join('')) / foreignIn(text);
  } catch {
    return 0;
  }
}

/** The text of bytes that are not UTF-8, such as a note that Windows saved as "ANSI". */
export function decodeText(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [best, bestFit] = ['windows-1252', 0];
  for (const [encoding, word] of LANGUAGES) {
    const fit = fitOf(sample, encoding, word);
    if (fit > bestFit) [best, bestFit] = [encoding, fit];
  }
  return new TextDecoder(best).decode(bytes);
}
