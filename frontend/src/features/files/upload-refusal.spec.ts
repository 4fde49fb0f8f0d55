import { refusalOf, type UploadLimits } from './upload-refusal';

const MIB = 1024 * 1024;
const limits: UploadLimits = { maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: null };

function file(name: string, size: number, type = ''): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

it('refuses a file over the limit and states its size with two decimals', () => {
  const refused = refusalOf(file('film.mov', 6.5 * MIB, 'video/quicktime'), limits);
  expect(refused).toEqual({ reason: 'File too large: 6.50MB (max 5MB)', canPass: false });
});

it('accepts a file of exactly the limit', () => {
  expect(refusalOf(file('a.jpg', 5 * MIB, 'image/jpeg'), limits)).toBeNull();
});

it.each(['DSC00001.HIF', '00001.MTS', 'A001.mxf', 'shots.csv'])(
  'accepts %s although the browser gives no type',
  (name) => {
    expect(refusalOf(file(name, 10), limits)).toBeNull();
  },
);

it('refuses a program and says what is accepted', () => {
  expect(refusalOf(file('setup.exe', 10, 'application/x-msdownload'), limits)?.reason).toBe(
    'setup.exe is not a supported type. Images, videos, pdf, doc, docx and txt files are accepted',
  );
});

it('refuses an empty file', () => {
  expect(refusalOf(file('empty.txt', 0), limits)?.reason).toBe('empty.txt is empty');
});

it('states the room needed and left, and allows a retry', () => {
  const refused = refusalOf(file('a.png', 2 * MIB), { ...limits, roomBytes: 1.5 * MIB });
  expect(refused).toEqual({
    reason: 'Not enough storage space: 2 MB needed, 1.5 MB of 5 MB left',
    canPass: true,
  });
});
