import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights and OpenType features that the styles use of each font. */
const USED = {
  newsreader: { variationAxes: { wght: 420 }, features: ['lnum', 'tnum'] },
  inter: { variationAxes: { wght: { min: 400, max: 600 } }, features: ['tnum'] },
  'ibm-plex-mono': { variationAxes: {}, features: [] },
};
/** What letters, accents and ligatures need. */
const FEATURES_OF_TEXT = ['ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig'];

/**
 * A font keeps those of these letters that it has, and its ligatures. Combining marks are left out: with those of the
 * Western file, browsers would draw Ō, which another file has, as an O with a macron beside it.
 */
const LETTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code))
  .filter((letter) => !/\p{Mark}/u.test(letter))
  .join('');

/** The most bytes of the fonts that a page in a Western language loads. */
const MAX_LATIN_BYTES = 64_000;
const LATIN = /^[a-z-]+-latin-(?:wght|500)-normal\.woff2$/;

/** Makes the fonts smaller, and fails the build when those for Western languages are too large together. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      let latinBytes = 0;
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || typeof file.source === 'string') continue;
        const name = file.names[0] ?? '';
        const used = Object.entries(USED).find(([font]) => name.startsWith(`${font}-`))?.[1];
        if (used && name.endsWith('.woff2')) {
          // A constant, because the types of the package lack `keepFeatures`.
          const options = {
            variationAxes: used.variationAxes,
            keepFeatures: [...FEATURES_OF_TEXT, ...used.features],
          };
          file.source = await subsetFont(Buffer.from(file.source), LETTERS, options);
        }
        if (LATIN.test(name)) latinBytes += file.source.length;
      }
      const report = `fonts for Western languages: ${latinBytes} bytes`;
      if (latinBytes > MAX_LATIN_BYTES) this.error(`${report}, more than ${MAX_LATIN_BYTES}`);
      this.info(report);
    },
  };
}
