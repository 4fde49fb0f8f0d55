import { jpeg, pdf } from '@studiolo/testing/samples';

describe('a sample', () => {
  test.each([1000, 65_710, 65_720, 131_300, 3 * 1024 * 1024])(
    'JPEG has exactly %i bytes',
    (size) => {
      expect(jpeg(size)).toHaveLength(size);
    },
  );

  test('JPEG differs by its seed', () => {
    expect(jpeg(1000, 1).equals(jpeg(1000, 2))).toBe(false);
  });

  test('PDF points to its table', () => {
    const text = pdf().toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
  });
});
