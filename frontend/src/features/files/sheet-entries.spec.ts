import { makeFile, makeProject, picture } from '../../test/projects';
import { sheetEntries } from './sheet-entries';
import { newItem, type UploadItem } from './upload-item';

const project = makeProject();
const upload = (name: string, changes: Partial<UploadItem> = {}): UploadItem => ({
  ...newItem(project, picture(name)),
  ...changes,
});
const dawn = makeFile('dawn.png');
const dusk = makeFile('dusk.png');
const namesOf = (...all: Parameters<typeof sheetEntries>) =>
  sheetEntries(...all).map(({ file, item }) => file?.filename ?? item?.file.name);

it('shows what was refused or failed first, then the other uploads, then the files', () => {
  const items = [
    upload('a.png'),
    upload('failed.png', { status: 'failed' }),
    upload('refused.png', { status: 'refused' }),
  ];
  expect(namesOf([dawn], items)).toEqual(['failed.png', 'refused.png', 'a.png', 'dawn.png']);
});

it('keeps an upload in its place, and the place its key, when it is stored', () => {
  const items = [upload('a.png'), upload('dusk.png', { status: 'sending' })];
  const before = sheetEntries([dawn], items);
  const after = sheetEntries(
    [dawn, dusk],
    items.map((item, index) => (index === 1 ? { ...item, status: 'stored', stored: dusk } : item)),
  );
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  expect(after[1]?.file).toBe(dusk);
});

it('shows an upload no more once its file is deleted', () => {
  expect(namesOf([dawn], [upload('dusk.png', { status: 'stored', stored: dusk })])).toEqual([
    'dawn.png',
  ]);
});
