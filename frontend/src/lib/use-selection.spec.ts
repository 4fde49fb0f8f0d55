import type { StoredFile } from '@studiolo/contracts';
import { act, renderHook } from '@testing-library/react';

import { makeFile } from '../test/projects';
import { useSelection } from './use-selection';

const files = ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => makeFile(name));
const nameOf = ({ filename }: StoredFile) => filename;
const keys = { shiftKey: false, ctrlKey: false, metaKey: false };

function select() {
  const { result, rerender } = renderHook((shown) => useSelection(shown, nameOf), {
    initialProps: files,
  });
  const names = () => result.current.selected.map(({ filename }) => filename);
  const press = (name: string, held: Partial<typeof keys> = {}) => {
    let isTaken = false;
    act(() => {
      isTaken = result.current.press(name, { ...keys, ...held });
    });
    return isTaken;
  };
  return { result, rerender, names, press };
}

it('ignores a press without modifier keys until something is selected', () => {
  const { names, press } = select();
  expect(press('a.png')).toBe(false);
  expect(press('b.png', { ctrlKey: true })).toBe(true);
  expect(press('c.png')).toBe(true);
  expect(names()).toEqual(['b.png', 'c.png']);
  press('b.png', { metaKey: true });
  expect(names()).toEqual(['c.png']);
});

it('selects a range with shift, in both directions', () => {
  const { names, press } = select();
  press('c.png', { shiftKey: true });
  expect(names()).toEqual(['c.png']);
  press('a.png', { shiftKey: true });
  expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
});

it('selects all or none, and drops files that were deleted', () => {
  const { result, rerender, names } = select();
  act(() => result.current.all());
  rerender(files.slice(1));
  expect(names()).toEqual(['b.png', 'c.png', 'd.png']);
  act(() => result.current.clear());
  expect(names()).toEqual([]);
});
