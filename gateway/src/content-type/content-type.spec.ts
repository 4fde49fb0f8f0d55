import { compoundFile } from '../../test/support/compound-file.js';
import { docx, falseDocx, xlsx, zip } from '../../test/support/zip.js';
import { contentTypeOf } from './content-type.js';

function typeOf(content: Buffer | string, filename = 'name'): Promise<string | undefined> {
  const bytes = Buffer.from(content);
  const read = (offset: number, length: number) =>
    Promise.resolve(bytes.subarray(offset, offset + length));
  return contentTypeOf({ size: bytes.length, read }, filename);
}

const padded = (start: Buffer) => Buffer.concat([start, Buffer.alloc(600)]);
const hex = (text: string) => padded(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => padded(Buffer.from(text, 'latin1'));
const container = (brand: string) => ascii(`\0\0\0\x20ftyp${brand}\0\0\0\0${brand}mif1`);

describe('pictures and films of any kind are accepted', () => {
  test.each([
    ['JPEG', hex('ffd8ffe0 0010 4a464946 00'), 'image/jpeg'],
    ['PNG', hex('89504e470d0a1a0a 0000000d49484452'), 'image/png'],
    ['GIF', ascii('GIF89a'), 'image/gif'],
    ['WebP', ascii('RIFF\x20\0\0\0WEBPVP8 '), 'image/webp'],
    ['TIFF', hex('49492a00 08000000'), 'image/tiff'],
    ['BMP', ascii('BM'), 'image/bmp'],
    ['Photoshop', ascii('8BPS\0\x01'), 'image/vnd.adobe.photoshop'],
    ['HEIC', container('heic'), 'image/heic'],
    ['AVIF', container('avif'), 'image/avif'],
    ['JPEG XL', hex('0000000c 4a584c20 0d0a870a'), 'image/jxl'],
    ['Canon CR2', hex('49492a00 10000000 43520200'), 'image/x-canon-cr2'],
    ['Canon CR3', container('crx '), 'image/x-canon-cr3'],
    ['Canon CRW', ascii('II\x1a\0\0\0HEAPCCDR'), 'image/x-canon-crw'],
    ['Fujifilm RAF', ascii('FUJIFILMCCD-RAW 0201'), 'image/x-fujifilm-raf'],
    ['Panasonic RW2', hex('49495500 18000000 88e774d8'), 'image/x-panasonic-rw2'],
    ['Olympus ORF', hex('4949524f 08000000 18000000'), 'image/x-olympus-orf'],
    ['Olympus ORF of an older camera', ascii('IIRS\x08\0\0\0'), 'image/x-olympus-orf'],
    ['Olympus ORF of the other byte order', ascii('MMOR\0\0\0\x08'), 'image/x-olympus-orf'],
    ['HEIF of several views', container('heim'), 'image/heic'],
    ['scalable HEIF', container('heis'), 'image/heic'],
    ['HEIF of any coding', container('mif1'), 'image/heif'],
    ['QuickTime that begins with its preview', ascii('\0\0\0\x14pnot'), 'video/quicktime'],
    ['QuickTime that begins with its data', ascii('\0\0\x10\0mdat'), 'video/quicktime'],
    ['Minolta MRW', ascii('\0MRM'), 'image/x-minolta-mrw'],
    ['Sigma X3F', ascii('FOVb'), 'image/x-sigma-x3f'],
    ['OpenEXR', hex('762f3101'), 'image/aces'],
    ['MP4', container('isom'), 'video/mp4'],
    ['QuickTime', container('qt  '), 'video/quicktime'],
    ['AVI', ascii('RIFF\x20\0\0\0AVI LIST'), 'video/vnd.avi'],
    ['MXF', hex('060e2b34 0205 0101 0d01020101 02'), 'application/mxf'],
  ])('%s', async (_name, content, type) => {
    expect(await typeOf(content, 'x.bin')).toBe(type);
  });

  test('SVG, with or without a prolog', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    expect(await typeOf(svg, 'logo.svg')).toBe('image/svg+xml');
    expect(await typeOf(`<?xml version="1.0"?>\n<!-- made by hand -->\n${svg}`)).toBe(
      'image/svg+xml',
    );
  });
});

describe('an SVG is recognised by its root element after', () => {
  const root = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  test.each([
    ['a byte-order mark', '\ufeff'],
    ['instructions', '<?xml version="1.0"?>\n<?xml-stylesheet href="a.css"?>'],
    ['comments, also of several lines', '<!---->\n<!-- a > b\n<html> -->'],
    ['a document type', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'],
    ['a document type with a subset', '<!doctype svg [ <!ENTITY a "b"> ] >\n'],
    ['comments of 64 KiB', '<!---->'.repeat(9_000)],
  ])('%s', async (_name, prolog) => {
    expect(await typeOf(prolog + root)).toBe('image/svg+xml');
  });

  test.each([
    ['another element', `<!-- a --><html>${root}`],
    ['text', `<!-- a --> hello -->${root}`],
    ['the document type of a page', `<!DOCTYPE html>${root}`],
    ['a comment without an end', `<!-- ${root}`],
  ])('is not recognised after %s', async (_name, start) => {
    expect(await typeOf(start)).not.toBe('image/svg+xml');
  });

  // If each comment doubled the time, 32 of them would exceed the test's time-out.
  test.each([
    ['32 comments', '<!---->'.repeat(32)],
    ['an instruction without an end', `<?${'a'.repeat(65_000)}`],
    ['comments without an end', '<!--'.repeat(16_000)],
    ['a document type without an end', `<!DOCTYPE svg${' '.repeat(65_000)}[]`],
  ])('%s without a root element are refused at once', async (_name, text) => {
    expect(await typeOf(text)).not.toBe('image/svg+xml');
  });
});

describe('documents are accepted', () => {
  test.each(['', '\n', 'x'.repeat(1_019)])('pdf whose header follows %j', async (start) => {
    const content = Buffer.concat([Buffer.from(`${start}%PDF-1.7\n`), Buffer.from([0xe2, 0xe3])]);
    expect(await typeOf(content, 'a.pdf')).toBe('application/pdf');
  });

  test('pdf that is text throughout', async () =>
    expect(await typeOf('%PDF-1.7\n', 'a.pdf')).toBe('application/pdf'));

  test('docx', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await typeOf(docx(), 'a.docx')).toBe(type);
    expect(await typeOf(docx('Word/main2.xml'), 'a.docx')).toBe(type);
    expect(await typeOf(compoundFile(['Root Entry', 'EncryptedPackage']), 'a.docx')).toBe(type);
  });

  test('doc, wherever its directory lists the document', async () => {
    expect(await typeOf(compoundFile(['Root Entry', 'WordDocument']))).toBe('application/msword');
    const late = ['Root Entry', 'Data', '1Table', 'A', 'B', 'C', 'D', 'E', 'WordDocument'];
    expect(await typeOf(compoundFile(late))).toBe('application/msword');
  });

  test.each([
    ['UTF-8', Buffer.from('Grüße aus dem Studio\n結婚式\n')],
    ['UTF-8 with a byte-order mark', Buffer.from('\ufeffGrüße\n')],
    ['UTF-16', Buffer.from('\ufeffGrüße aus dem Studio', 'utf16le')],
    ['UTF-16 of the other byte order', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Gr\xfc\xdfe aus dem Studio', 'latin1')],
    ['Windows-1251', Buffer.from('cfeee7e2eeede8f2fc20ede5e2e5f1f2e5', 'hex')],
    ['GB 18030', Buffer.from('bbe9c0f1c5c4c9e3', 'hex')],
    ['Shift JIS', Buffer.from('8c8b8da58eae', 'hex')],
    ['UTF-8 with a letter cut by the end of a read', Buffer.from(`${'x'.repeat(65_535)}ü`)],
  ])('text in %s', async (_name, content) => {
    expect(await typeOf(content, 'notes.txt')).toBe('text/plain');
  });
});

describe('text is text before it is anything else', () => {
  test.each([
    ...['our wide lens', 'the free dates', 'use moov flag', 'for mdat x', 'BMW shoot', 'MAC notes'],
    ...['MZ 2026', 'FORM of the model', 'ID3 tags', 'AC1015 drawing', 'GIF89a is a format'],
    ...['II*\n', '%PDF-1.7 is what I need', 'PK\u0003\u0004'.slice(0, 2), 'RIFF WEBP', 'FLV'],
  ])('%j', async (content) => {
    expect(await typeOf(content, 'notes.txt')).toBe('text/plain');
  });
});

describe('recognition is bounded', () => {
  test('a picture of empty chunks is read in a few steps', async () => {
    const chunk = Buffer.from('0000000069444154aaaaaaaa', 'hex');
    const start = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const bytes = Buffer.concat([start, ...Array.from({ length: 400_000 }, () => chunk)]);
    let steps = 0;
    const read = (offset: number, length: number) => {
      steps += 1;
      return Promise.resolve(bytes.subarray(offset, offset + length));
    };
    expect(await contentTypeOf({ size: bytes.length, read }, 'a.png')).toBe('image/png');
    expect(steps).toBeLessThan(10);
  });
});

describe('every other type is refused under any name', () => {
  test.each([
    ['HTML', '<!DOCTYPE html><title>x</title>', 'photo.png'],
    ['HTML without a document type', '  <script>alert(1)</script>', 'notes.txt'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'a.txt'],
    ['a page that mentions svg', '<html><svg></svg></html>', 'logo.svg'],
    ['a program for Windows', ascii('MZ\x90\0'), 'contract.pdf'],
    ['a program for Linux', ascii('\x7fELF\x02\x01\x01'), 'film.mp4'],
    ['a shell script', '#!/bin/sh\necho hello\n', 'run.sh'],
    ['a page without tags', 'hello', 'page.html'],
    ['a zip archive', zip({ 'a.txt': 'hello' }), 'contract.docx'],
    ['a spreadsheet', xlsx(), 'contract.docx'],
    ['an archive that calls itself a Word document', falseDocx(), 'contract.docx'],
    ['a spreadsheet of 1997', compoundFile(['Root Entry', 'Workbook']), 'contract.doc'],
    ['a sound', ascii('ID3\x04\0'), 'film.mp4'],
    ['bytes without a meaning', hex('00010203 fffefdfc'), 'photo.jpg'],
    ['text with a NUL', 'hello\0world', 'notes.txt'],
    ['mostly high bytes without a name of text', Buffer.alloc(300, 0xe9), 'notes'],
    ['text under the name of a program', 'hello', 'notes.bat'],
    ['text under the name of a picture', 'hello', 'photo.jpg'],
  ])('%s', async (_name, content, filename) => {
    expect(await typeOf(content, filename)).toBeUndefined();
  });
});
