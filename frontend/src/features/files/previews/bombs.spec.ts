import * as bombs from '../../../test/bombs';
import { cameraFacts } from './camera';
import { orientationOf } from './exif-tags';
import { repeatedElements } from './repeated-elements';

const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');
const svg = (content: string) => parse(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
const factsIn = (file: Buffer) =>
  cameraFacts({ arrayBuffer: () => Promise.resolve(Uint8Array.from(file).buffer) } as Blob);

describe('camera data', () => {
  it.each([
    ['folders that name themselves', bombs.circularFolders],
    ['an orientation of four thousand million values', bombs.endlessOrientation],
    ['as many large tags as a folder may have', bombs.manyLargeTags],
  ])(
    'of %s are read to their end, and a picture is turned by none of them',
    async (_name, make) => {
      const file = make();
      expect(await orientationOf(Uint8Array.from(file))).toBe(1);
      expect((await factsIn(file)).length).toBeLessThan(2);
    },
  );

  it('are cut where a text has no end', async () => {
    const [camera] = await factsIn(bombs.longText());
    expect(camera?.value).toHaveLength(200);
  });
});

describe('the elements that an SVG draws again are counted', () => {
  it('when groups use groups: ten to the power of nine', () => {
    expect(repeatedElements(parse(bombs.nestedUses(9)))).toBeGreaterThan(10 ** 9);
  });

  it.each([
    ['a pattern in an attribute', '<rect fill="url(#p)"/>', 3],
    ['a pattern in quotes and a style', `<rect style="fill: url('#p')"/>`, 3],
    ['an encoded reference', '<use href="#%70"/>', 3],
    ['a style sheet, for every element', '<style>rect { fill: url(#p) }</style>', 15],
    ['a filter, as a hundred', '<filter><feTurbulence/></filter>', 99],
    ['itself, once', '<g id="g"><use href="#g"/></g>', 0],
    [
      'a gradient, never',
      '<linearGradient id="l"><stop/></linearGradient><rect fill="url(#l)"/>',
      0,
    ],
    ['a reference in disguise', '<rect fill="u\\72l(\\23 p)"/>', Infinity],
    ['another SVG inside', '<image href="data:image/svg+xml,…"/>', Infinity],
    ['what is not well-formed', '<g>', Infinity],
  ])('for %s', (_name, content, count) => {
    const pattern = '<pattern id="p"><rect/><rect/></pattern>';
    expect(repeatedElements(svg(pattern + content))).toBe(count);
  });
});
