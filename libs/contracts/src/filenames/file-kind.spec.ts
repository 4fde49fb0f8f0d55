import { errorSentence } from '../errors.js';
import {
  contentOf,
  kindOfName,
  promiseOf,
  PROTECTED_DOCX_TYPE,
  refusalOfType,
} from './file-kind.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  ['picture', 'DSC00001.HIF IMG.jfif a.jp2 a.psd a.jxl a.NEF a.x3f a.3FR a.svg'],
  ['video', '00001.MTS a.mxf VID.insv a.wmv a.flv a.vob a.m2v a.ts GS0.360 a.crm a.R3D'],
  ['pdf', 'a.pdf a.txt.PDF'],
  ['doc', 'a.doc'],
  ['docx', 'a.DOCX'],
  ['text', 'a.txt .txt list.csv a.pdf.txt film.srt'],
  ['any', 'notes README Contract_v1.2 Contract.2026 pdf constructor'],
  [
    undefined,
    'a.exe a.html a.zip a.jnlp a.scf a.inf a.pif a.iqy a.slk a.webloc a.terminal a.eml a.aspx a.jsp a.phtml ' +
      '.htaccess a.bat. a.hta a.png.js a.x1 a.1x',
  ],
])('names that promise %s', (kind, names) => {
  for (const name of names.split(' ')) expect([name, kindOfName(name)]).toEqual([name, kind]);
});

test('a dot inside a title begins no extension', () => {
  expect(kindOfName('Mr. Lee')).toBe('any');
});

test.each([
  ['a.doc', 'application/msword'],
  ['a.doc', 'application/rtf'],
  ['a.doc', DOCX],
  ['a.docx', PROTECTED_DOCX_TYPE],
  ['a.JPG', 'image/png'],
  ['a.NEF', 'image/tiff'],
  ['a.mov', 'video/mp4'],
  ['list.csv', 'text/plain'],
  ['notes', 'text/plain'],
])('%s may hold %s', (filename, type) => {
  expect(refusalOfType(filename, type)).toBeUndefined();
});

test.each([
  ['FILE_NOT_AS_NAMED', 'a.pdf', 'text/plain'],
  ['FILE_NOT_AS_NAMED', 'a.docx', 'application/msword'],
  ['FILE_NOT_AS_NAMED', 'a.pdf', DOCX],
  ['FILE_NOT_AS_NAMED', 'a.doc', 'application/pdf'],
  ['FILE_NOT_AS_NAMED', 'a.jpg', 'video/mp4'],
  ['FILE_NOT_AS_NAMED', 'a.mp4', 'image/png'],
  ['FILE_NOT_RECOGNIZED', 'a.jpg', 'application/octet-stream'],
  ['FILE_NOT_RECOGNIZED', 'a.pdf', 'application/x-msdownload'],
  ['FILE_TYPE_NOT_ALLOWED', 'a.hta', 'image/gif'],
  ['FILE_TYPE_NOT_ALLOWED', 'a', 'application/octet-stream'],
])('%s for %s that holds %s', (code, filename, type) => {
  expect(refusalOfType(filename, type)).toBe(code);
});

test('a picture that cannot be recognised is called that', () => {
  const details = { filename: 'noise.jpg' };
  expect(errorSentence({ code: 'FILE_NOT_RECOGNIZED', details })).toBe(
    'noise.jpg is not a picture we can recognise',
  );
});

test.each([
  ['a.png', 'image/png', 'a picture'],
  ['a.doc', DOCX, 'a Word document'],
  ['notes', 'application/octet-stream', 'a file'],
])('in words, %s promises and %s is %s', (filename, type, words) => {
  expect([promiseOf(filename), contentOf(type)]).toEqual([words, words]);
});
