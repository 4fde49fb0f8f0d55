import { DOCX_TYPE } from '@studiolo/contracts';

import { compoundFile } from '../../test/support/compound-file.js';
import {
  bombAsContentTypes,
  bombAsDocument,
  docx,
  falseDocx,
  wordArchive,
  xlsx,
  zip,
} from '../../test/support/zip.js';
import { contentTypeOf } from './content-type.js';

let reads: number[];
beforeEach(() => {
  reads = [];
});

function typeOf(content: Buffer | string, filename = 'name'): Promise<string | undefined> {
  const bytes = Buffer.from(content);
  const read = (offset: number, length: number) => {
    reads.push(length);
    return Promise.resolve(bytes.subarray(offset, offset + length));
  };
  return contentTypeOf({ size: bytes.length, read }, filename);
}

const padded = (start: Buffer) => Buffer.concat([start, Buffer.alloc(600)]);
const hex = (text: string) => padded(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => padded(Buffer.from(text, 'latin1'));
const container = (brand: string, compatible = 'mif1') =>
  ascii(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}${compatible}`);
const box = (type: string, size: number) =>
  `\0\0\0${String.fromCharCode(size)}${type}`.padEnd(size, '\0');

describe('pictures and films of any kind are accepted', () => {
  test.each([
    ['JPEG', hex('ffd8ffe0 0010 4a464946 00'), 'image/jpeg'],
    ['PNG', hex('89504e470d0a1a0a 0000000d49484452'), 'image/png'],
    ['GIF', ascii('GIF89a'), 'image/gif'],
    ['WebP', ascii('RIFF\x20\0\0\0WEBPVP8 '), 'image/webp'],
    ['TIFF', hex('49492a00 08000000'), 'image/tiff'],
    ['TIFF with its directory far behind', hex('4d4d002a 00ffffff'), 'image/tiff'],
    ['BMP', ascii('BM'), 'image/bmp'],
    ['Photoshop', ascii('8BPS\0\x01'), 'image/vnd.adobe.photoshop'],
    ['HEIC', container('heic'), 'image/heic'],
    ['AVIF', container('avif'), 'image/avif'],
    ['JPEG XL', hex('0000000c 4a584c20 0d0a870a'), 'image/jxl'],
    ['Canon CR2', hex('49492a00 10000000 43520200'), 'image/x-canon-cr2'],
    ['Canon CR3', container('crx ', 'isom'), 'image/x-canon-cr3'],
    ['Canon CRW', ascii('II\x1a\0\0\0HEAPCCDR'), 'image/x-canon-crw'],
    ['Fujifilm RAF', ascii('FUJIFILMCCD-RAW 0201'), 'image/x-fujifilm-raf'],
    ['Panasonic RW2', hex('49495500 18000000 88e774d8'), 'image/x-panasonic-rw2'],
    ['Olympus ORF', hex('4949524f 08000000 18000000'), 'image/x-olympus-orf'],
    ['Olympus ORF, rarer', ascii('IIRS\x08\0\0\0'), 'image/x-olympus-orf'],
    ['Olympus ORF, big-endian', ascii('MMOR\0\0\0\x08'), 'image/x-olympus-orf'],
    ['HEIC of several views', container('heim'), 'image/heic'],
    ['HEIC of several layers', container('heis'), 'image/heic'],
    ['HEIF of another brand', container('abcd'), 'image/heif'],
    ['QuickTime after a preview', ascii(box('pnot', 20) + box('mdat', 8)), 'video/quicktime'],
    ['QuickTime after unknown boxes', ascii(box('uuid', 24) + box('moov', 8)), 'video/quicktime'],
    ['Minolta MRW', ascii('\0MRM'), 'image/x-minolta-mrw'],
    ['Sigma X3F', ascii('FOVb'), 'image/x-sigma-x3f'],
    ['OpenEXR', hex('762f3101'), 'image/aces'],
    ['MP4', container('isom', 'mp42'), 'video/mp4'],
    ['QuickTime', container('qt  ', 'qt  '), 'video/quicktime'],
    ['AVI', ascii('RIFF\x20\0\0\0AVI LIST'), 'video/vnd.avi'],
    ['MXF', hex('060e2b34 0205 0101 0d01020101 02'), 'application/mxf'],
  ])('%s', async (_name, content, type) => {
    expect(await typeOf(content)).toBe(type);
  });

  test.each([
    ['a.pcx', hex('0a050108'), 'image/x-pcx'],
    ['a.TGA', hex('0000020000000000 00000000 40004000 1820'), 'image/x-tga'],
    ['mask.tga', hex('1a000b0000000000 00000000 40004000 0808'), 'image/x-tga'],
    ['palette.tga', hex('0001010000000118 00000000 40004000 0800'), 'image/x-tga'],
    ['a.dib', hex('28000000 40000000 40000000 01001800'), 'image/bmp'],
  ])('%s', async (filename, content, type) => {
    expect(await typeOf(content, filename)).toBe(type);
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
  const printed = ascii(`\x1b%-12345X@PJL\n${'\0'.repeat(900)}%PDF-1.4\n`);
  const locked = compoundFile(['Root Entry', 'EncryptionInfo', 'EncryptedPackage']);
  const xml = '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>';
  const tables = ['Root Entry', 'Data', '1Table', 'A', 'B', 'C', 'D', 'E', 'WordDocument'];
  test.each([
    ['pdf', '%PDF-1.7\n', 'name', 'application/pdf'],
    ['pdf after a line break', '\n%PDF-1.7\n', 'name', 'application/pdf'],
    ['pdf after what a printer wants, by its name', printed, 'a.pdf', 'application/pdf'],
    ['docx', docx(), 'name', DOCX_TYPE],
    ['docx with a capital letter', wordArchive('word/Document.xml'), 'name', DOCX_TYPE],
    ['docx with its text elsewhere', wordArchive('parts/letter.xml'), 'name', DOCX_TYPE],
    ['docx with a password', locked, 'a.docx', 'application/x-protected-docx'],
    ['doc as WordPad writes it', '{\\rtf1\\ansi Hello}', 'a.doc', 'application/rtf'],
    ['doc in XML', xml, 'a.doc', 'application/msword'],
    ['doc', compoundFile(['Root Entry', 'WordDocument']), 'name', 'application/msword'],
    ['doc listed late in its directory', compoundFile(tables), 'name', 'application/msword'],
  ])('%s', async (_name, content, filename, type) => {
    expect(await typeOf(content, filename)).toBe(type);
  });

  test('pdf after what a printer wants, under the name of a picture, is none', async () => {
    expect(await typeOf(printed, 'a.jpg')).toBeUndefined();
  });

  test.each([
    ['UTF-8', Buffer.from('Grüße aus dem Studio\n結婚式\n')],
    ['UTF-8 with a byte-order mark', Buffer.from('\ufeffGrüße\n')],
    ['UTF-16', Buffer.from('\ufeffGrüße aus dem Studio', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['Windows-1251', Buffer.from('cff0e8e2e5f2', 'hex')],
    ['GB 18030', Buffer.from('bde1bbe9d5d5c6ac', 'hex')],
    ['DOS with its end mark', Buffer.from('Gr\x81\xe1e\r\n\x1a', 'latin1')],
    ['Windows-1252', Buffer.from('Gr\xfc\xdfe aus dem Studio', 'latin1')],
    ['UTF-8 with a letter cut by the end of a read', Buffer.from(`${'x'.repeat(65_535)}ü`)],
  ])('text in %s', async (_name, content) => {
    expect(await typeOf(content, 'notes.txt')).toBe('text/plain');
  });
});

test.each([
  ...['our wide lens', 'the free dates', 'use moov flag', 'BMW shoot', 'MAC and PC', 'MZ 4711'],
  ...['FORM for the client', 'ID3 is a tag', 'AC1015 is a room', '%PDF-1.7 is a format', 'IIRO'],
  ...['<p align="center">', '<!-- notes -->', '<?xml version="1.0"?><x:xmpmeta/>', '<svg/>'],
])('the note "%s" is text', async (note) => {
  expect(await typeOf(note, 'notes.txt')).toBe('text/plain');
});

describe('a forged file is recognised in few steps:', () => {
  const chunk = Buffer.from('0000000074455874ffffffff', 'hex');
  const png = hex('89504e470d0a1a0a').subarray(0, 8);
  const header = Buffer.from(`0000000d49484452${'00'.repeat(17)}`, 'hex');
  const many = (part: Buffer) => Buffer.alloc(4_900_000, part);
  test.each([
    ['empty PNG chunks', Buffer.concat([png, header, many(chunk)]), 'image/png'],
    ['empty ID3 tags', many(Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')), undefined],
    ['boxes', many(Buffer.from(box('uuid', 8), 'latin1')), undefined],
    ['empty EBML elements', Buffer.concat([hex('1a45dfa3'), many(hex('ec80'))]), undefined],
    ['gzip', Buffer.concat([Buffer.from('1f8b0800', 'hex'), many(chunk)]), undefined],
    ['a zip bomb of 4 GiB in the text of a document [B6]', bombAsDocument(), DOCX_TYPE],
    ['one in the list of its parts', bombAsContentTypes(4095), undefined],
    ['one whose list of parts is packed into little', bombAsContentTypes(256), undefined],
    ['ZIP entries', many(ascii('PK\x03\x04').subarray(0, 30)), undefined],
  ])('%s', async (_name, content, type) => {
    expect(await typeOf(content, 'a.png')).toBe(type);
    expect(reads.length).toBeLessThan(1_100);
    expect(reads.reduce((sum, length) => sum + length)).toBeLessThan(2 ** 21);
  });
});

test.each([
  ['HTML', '<!DOCTYPE html><title>x</title>', 'photo.png'],
  ['HTML without a document type', '  <script>alert(1)</script>', 'film.mp4'],
  ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'name'],
  ['a page that mentions svg', '<html><svg></svg></html>', 'logo.svg'],
  ['a program for Windows', ascii('MZ\x90\0'), 'contract.pdf'],
  ['a program for Linux', ascii('\x7fELF\x02\x01\x01'), 'film.mp4'],
  ['a zip archive', zip({ 'a.txt': 'hello' }), 'contract.docx'],
  ['a spreadsheet', xlsx(), 'contract.docx'],
  ['an archive that calls itself a Word document', falseDocx(), 'contract.docx'],
  ['a spreadsheet of 1997', compoundFile(['Root Entry', 'Workbook']), 'contract.doc'],
  ['a sound', ascii('ID3\x04\0'), 'film.mp4'],
  ['the header of a TGA', hex('00000a0000000000 00000000 40004000 1820'), 'a.jpg'],
  ['bytes without a meaning', hex('00010203 fffefdfc'), 'photo.jpg'],
  ['text with a NUL', 'hello\0world', 'notes.txt'],
  ['8-bit text under the name of a picture', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'a.jpg'],
])('every other type is refused under any name: %s', async (_name, content, filename) => {
  expect(await typeOf(content, filename)).toBeUndefined();
});
