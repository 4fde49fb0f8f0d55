import { chosenFiles, droppedFiles } from './folder-files';

const file = (path: string) => {
  const made = new File(['x'], path.split('/').at(-1) ?? '', { type: 'image/png' });
  return Object.defineProperty(made, 'webkitRelativePath', { value: path });
};

function list(...paths: string[]): FileList {
  return paths.map(file) as unknown as FileList;
}

interface Tree {
  [name: string]: Tree | 'file' | 'unreadable';
}

/** A dropped file or folder as browsers describe it: a folder hands out a few children at a time. */
function entryOf(name: string, content: Tree[string], parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`;
  if (typeof content === 'string') {
    const read = (onFile: (file: File) => void, onError: () => void) => {
      if (content === 'file') onFile(file(fullPath.slice(1)));
      else onError();
    };
    return { isFile: true, fullPath, file: read } as unknown as FileSystemEntry;
  }
  const children = Object.entries(content).map(([child, of]) => entryOf(child, of, fullPath));
  const readEntries = (onEntries: (entries: FileSystemEntry[]) => void) =>
    onEntries(children.splice(0, 2));
  return {
    isFile: false,
    fullPath,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemEntry;
}

function drop(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, content),
    getAsFile: () => null,
  }));
  return { items } as unknown as DataTransfer;
}

const names = (files: readonly File[]) => files.map(({ name }) => name);

it('flattens a chosen folder and names files by their paths where their names are the same', () => {
  const { files } = chosenFiles(list('W/a/IMG_1.png', 'W/b/img_1.PNG', 'W/b/IMG_2.png'));
  expect(names(files)).toEqual(['W - a - IMG_1.png', 'W - b - img_1.PNG', 'IMG_2.png']);
  expect(files[0]).toMatchObject({ type: 'image/png', size: 1 });
});

it('keeps the names of files that were chosen without a folder', () => {
  expect(names(chosenFiles(list('same.png', 'same.png')).files)).toEqual(['same.png', 'same.png']);
});

it('opens every folder of a drop and lists what cannot be read', async () => {
  const folder: Tree = {
    a: { 'one.png': 'file', 'two.png': 'file', 'three.png': 'file' },
    b: { 'one.png': 'file', 'locked.png': 'unreadable' },
    none: {},
  };
  const { files, rejectedFiles } = await droppedFiles(drop({ Shoot: folder, 'plain.txt': 'file' }));
  expect(names(files).sort()).toEqual(
    ['Shoot - a - one.png', 'Shoot - b - one.png', 'plain.txt', 'three.png', 'two.png'].sort(),
  );
  expect(rejectedFiles).toEqual([
    { path: 'Shoot/b/locked.png', reason: 'This file cannot be read' },
    { path: 'Shoot/none', reason: 'This folder is empty' },
  ]);
});

it('leaves out what systems write into folders, and counts it', async () => {
  const folder: Tree = {
    'one.png': 'file',
    '._one.png': 'file',
    '.DS_Store': 'file',
    'Thumbs.db': 'unreadable',
    'desktop.ini': 'file',
    __MACOSX: { 'one.png': 'file' },
    '.Spotlight-V100': {},
  };
  const choice = await droppedFiles(drop({ Disk: folder }));
  expect(names(choice.files)).toEqual(['one.png']);
  expect(choice).toMatchObject({ rejectedFiles: [], leftOut: 6 });
});

it('finds every file of a disk on which each has a file of the system beside it', async () => {
  const disk: Tree = {};
  for (let n = 0; n < 700; n += 1)
    Object.assign(disk, { [`${n}.png`]: 'file', [`._${n}.png`]: 'file' });
  const spotlight: Tree = { Store: { 'index.db': 'unreadable', 'more.db': 'file' } };
  const choice = await droppedFiles(drop({ Disk: { '.Spotlight-V100': spotlight, ...disk } }));
  expect(choice.files).toHaveLength(700);
  expect(choice).toMatchObject({ rejectedFiles: [], leftOut: 701 });
});

it.each([
  [
    'dropped',
    (names: string[]) =>
      droppedFiles(drop(Object.fromEntries(names.map((name) => [name, 'file'])))),
  ],
  ['chosen', (names: string[]) => chosenFiles(list(...names))],
])('accepts a thousand %s files and lists one more with the reason', async (_how, give) => {
  const { files, rejectedFiles } = await give(Array.from({ length: 1005 }, (_, n) => `${n}.png`));
  expect(files).toHaveLength(1000);
  expect(rejectedFiles).toEqual([
    { path: '1000.png', reason: 'Only 1000 files are taken at once' },
  ]);
});
