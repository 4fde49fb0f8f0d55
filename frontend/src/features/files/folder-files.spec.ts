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
  const isFile = typeof content === 'string';
  const fullPath = `${parent}/${name}`;
  const contained = Object.entries(isFile ? {} : content);
  const children = contained.map(([child, of]) => entryOf(child, of, fullPath));
  const readEntries = (onEntries: (entries: FileSystemEntry[]) => void) =>
    onEntries(children.splice(0, 2));
  const read = (onFile: (file: File) => void, onError: () => void) =>
    content === 'file' ? onFile(file(fullPath.slice(1))) : onError();
  const entry = { isFile, name, fullPath, file: read, createReader: () => ({ readEntries }) };
  return entry as unknown as FileSystemEntry;
}

function drop(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, content),
    getAsFile: () => null,
  }));
  return { items } as unknown as DataTransfer;
}

const names = (files: readonly File[]) => files.map(({ name }) => name);

it('opens every folder of a drop and lists what cannot be read', async () => {
  const folder: Tree = {
    a: { 'one.png': 'file', 'two.png': 'file', 'three.png': 'file' },
    b: { 'one.png': 'file', 'locked.png': 'unreadable' },
    none: {},
  };
  const { files, rejectedFiles } = await droppedFiles(drop({ Shoot: folder, 'plain.txt': 'file' }));
  expect(names(files).sort()).toEqual(['one.png', 'one.png', 'plain.txt', 'three.png', 'two.png']);
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

it('leaves out what a system wrote into a chosen folder', () => {
  const choice = chosenFiles(list('Disk/one.png', 'Disk/._one.png', 'Disk/__MACOSX/two.png'));
  expect(names(choice.files)).toEqual(['one.png']);
  expect(choice.leftOut).toBe(2);
});
