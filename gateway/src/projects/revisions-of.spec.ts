import { revisionsOf } from './revisions-of.js';

test.each([
  ['one tag', '"a1"', ['a1']],
  ['several tags', '"a1", "b2" ,"c,3"', ['a1', 'b2', 'c,3']],
  ['a tag that a proxy has weakened', 'W/"a1"', ['a1']],
  ['a text that is no tag, which matches nothing', 'a1', []],
  ['an empty header, which matches nothing', '', []],
])('%s', (_what, header, revisions) => {
  expect(revisionsOf(header)).toEqual(revisions);
});

test.each([undefined, '*', ' * '])('%p accepts any revision', (header) => {
  expect(revisionsOf(header)).toBeUndefined();
});
