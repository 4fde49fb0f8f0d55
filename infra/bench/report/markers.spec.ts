import { betweenMarkers } from './markers.ts';

const page = 'before\n<!-- bench:a -->\n\nold\n\n<!-- /bench:a -->\nafter';

test('the text between two markers is replaced, and nothing else', () => {
  expect(betweenMarkers(page, 'a', 'new')).toBe(
    'before\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\nafter',
  );
});

test('the same text again changes nothing', () => {
  expect(betweenMarkers(page, 'a', 'old')).toBe(page);
});

test('a page without the markers is refused', () => {
  expect(() => betweenMarkers(page, 'b', 'new')).toThrow('<!-- bench:b -->');
});
