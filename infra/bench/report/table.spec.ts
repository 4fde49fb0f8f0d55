import { figure, ratio, table } from './table.ts';

test('columns are as wide as their widest cell, figures to the right', () => {
  const text = table(
    ['work', 'a/s'],
    [
      ['list', '5,774'],
      ['get one', '9'],
    ],
  );
  expect(text.split('\n')).toEqual([
    '| work    |   a/s |',
    '| ------- | ----: |',
    '| list    | 5,774 |',
    '| get one |     9 |',
  ]);
});

test('a row that is too short is filled up', () => {
  expect(table(['work', 'rate'], [['list']]).split('\n')[2]).toBe('| list |      |');
});

test.each([
  [5774.4, '5,774'],
  [31.06, '31.1'],
  [0.5623, '0.562'],
  [0.0412, '0.041'],
  [undefined, '–'],
  [NaN, '–'],
])('%p reads %p', (value, text) => {
  expect(figure(value)).toBe(text);
});

test('a ratio comes with its quartiles', () => {
  expect(ratio({ median: 1.118, low: 1.08, high: 1.151 })).toBe('1.12× (1.08–1.15)');
});

test('a ratio of nothing is left out', () => {
  expect(ratio({ median: NaN, low: NaN, high: NaN })).toBe('–');
});
