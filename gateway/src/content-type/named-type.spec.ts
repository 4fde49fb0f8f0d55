import { isAsNamed } from './named-type.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  ['a.pdf', 'application/pdf'],
  ['a.doc', 'application/msword'],
  ['a.docx', DOCX],
  ['a.JPG', 'image/png'],
  ['a.dng', 'image/tiff'],
  ['a.NEF', 'image/tiff'],
  ['a.mov', 'video/mp4'],
  ['a.mxf', 'application/mxf'],
  ['a.mj2', 'image/mj2'],
  ['a.txt', 'text/plain'],
  ['a.txt', 'application/pdf'],
  ['a.pdf.txt', 'text/plain'],
  ['notes', 'text/plain'],
  ['pdf', 'text/plain'],
  ['constructor', 'text/plain'],
])('%s may hold %s', (filename, type) => {
  expect(isAsNamed(type, filename)).toBe(true);
});

test.each([
  ['a.pdf', 'text/plain'],
  ['a.txt.PDF', 'text/plain'],
  ['a.pdf', 'image/png'],
  ['a.doc', 'text/plain'],
  ['a.doc', DOCX],
  ['a.docx', 'application/pdf'],
  ['a.jpg', 'text/plain'],
  ['a.jpg', 'video/mp4'],
  ['a.cr3', 'text/plain'],
  ['a.mp4', 'text/plain'],
  ['a.mp4', 'image/png'],
  ['a.mxf', 'text/plain'],
])('%s may not hold %s', (filename, type) => {
  expect(isAsNamed(type, filename)).toBe(false);
});
