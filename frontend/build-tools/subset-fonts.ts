import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights that the styles use. */
const WEIGHTS = {
  newsreader: { min: 400, max: 500 },
  inter: { min: 400, max: 600 },
};

/** A font keeps those of these letters that it has, and its ligatures. */
const LETTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)).join('');

/** The most bytes of the fonts that a page in a Western language loads. */
const MAX_LATIN_BYTES = 90_000;
const LATIN = /^[a-z-]+-latin-(?:wght|500)-normal\.woff2$/;

/** Makes the variable fonts smaller, and fails the build when those for Western languages are too large together. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      let latinBytes = 0;
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || typeof file.source === 'string') continue;
        const name = file.names[0] ?? '';
        const wght = Object.entries(WEIGHTS).find(([font]) => name.startsWith(`${font}-`))?.[1];
        if (wght) {
          const font = Buffer.from(file.source);
          file.source = await subsetFont(font, LETTERS, { variationAxes: { wght } });
        }
        if (LATIN.test(name)) latinBytes += file.source.length;
      }
      const report = `fonts for Western languages: ${latinBytes} bytes`;
      if (latinBytes > MAX_LATIN_BYTES) this.error(`${report}, more than ${MAX_LATIN_BYTES}`);
      this.info(report);
    },
  };
}
