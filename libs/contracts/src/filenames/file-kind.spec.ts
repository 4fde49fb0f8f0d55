import { fileKindOf, mayBeAccepted, mayHoldText } from './file-kind.js';

test.each([
  ['DSC00001.HIF', 'picture'],
  ['photo.jfif', 'picture'],
  ['IMG_1.CR3', 'picture'],
  ['00001.MTS', 'video'],
  ['VID_1.insv', 'video'],
  ['A001.mxf', 'video'],
  ['contract.DOCX', 'document'],
  ['shots.csv', 'text'],
])('%s promises a %s', (filename, kind) => {
  expect(fileKindOf(filename)).toBe(kind);
  expect(mayBeAccepted(filename)).toBe(true);
});

test.each(['.htaccess', 'a.exe', 'a.constructor', 'notes', 'pdf', 'a.'])(
  '%s promises nothing',
  (filename) => {
    expect(fileKindOf(filename)).toBeUndefined();
  },
);

test.each([
  ['drawing', ''],
  ['clip.unknown', 'video/webm'],
])('%s of type "%s" is left to the check of its content', (filename, type) => {
  expect(mayBeAccepted(filename, type)).toBe(true);
});

test.each(['setup.exe', 'page.html', 'pictures.zip'])('%s is not accepted', (filename) => {
  expect(mayBeAccepted(filename, 'application/octet-stream')).toBe(false);
});

test.each(['notes.txt', 'shots.CSV', 'subtitles.srt', 'README'])(
  'text is kept as %s',
  (filename) => {
    expect(mayHoldText(filename)).toBe(true);
  },
);

const ACTIVE =
  'jnlp scf inf pif iqy slk webloc terminal eml aspx jsp phtml htaccess html js bat ps1 sh lnk url desktop php reg xml';
test.each(ACTIVE.split(' '))('text is not kept as a .%s file, which a system may run', (name) => {
  expect(mayHoldText(`a.${name}`)).toBe(false);
});
