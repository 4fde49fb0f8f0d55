import { fireEvent } from '@testing-library/react';

import { readKeys, switchSingleKeys } from './key-reader';

let read: string[];
let stop: () => void;

beforeEach(() => {
  read = [];
  stop = readKeys({
    onPalette: () => read.push('palette'),
    onKeys: (keys) => read.push(keys) > 0,
  });
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body) {
  fireEvent.keyDown(target, { key, ...init });
}

it('reads single keys, sequences that begin with g, and the key of the palette', () => {
  press('n');
  press('g');
  press('d');
  press('d');
  press('k', { metaKey: true });
  press('K', { ctrlKey: true });
  expect(read).toEqual(['n', 'g', 'g d', 'd', 'palette', 'palette']);
});

it.each(['input', 'textarea', 'select'])('ignores keys that are typed into a %s', (name) => {
  const box = document.body.appendChild(document.createElement(name));
  press('n', {}, box);
  press('?', { shiftKey: true }, box);
  expect(read).toEqual([]);
});

it('ignores repeated keys, other key combinations and keys in a dialog', () => {
  press('n', { repeat: true });
  press('n', { ctrlKey: true });
  press('n', { altKey: true });
  press('Enter');
  document.body.innerHTML = '<div role="dialog"></div>';
  press('n');
  press('k', { ctrlKey: true });
  expect(read).toEqual([]);
});

it('ignores single keys while they are switched off', () => {
  switchSingleKeys(false);
  press('n');
  press('k', { ctrlKey: true });
  switchSingleKeys(true);
  press('n');
  expect(read).toEqual(['palette', 'n']);
});
