import { CAMERA, cr3, heic, jpeg, raw, webp, xmp } from '../../../test/photographs';
import { cameraFacts, factsOf } from './camera';
import { orientationOf } from './exif-tags';

const factsIn = async (file: Uint8Array) => {
  const blob = { arrayBuffer: () => Promise.resolve(Uint8Array.from(file).buffer) };
  const facts = await cameraFacts(blob as Blob);
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
};

const ALL = {
  Camera: 'Contarex Bullseye',
  Lens: 'Distagon 35mm f/2',
  Exposure: '1/250 s · f/2.8 · ISO 400 · 35 mm',
  Taken: '2026-11-21 11:05',
  Dimensions: '6048 × 4024',
  Location: 'Contains a location',
};

const IN_XMP = `tiff:Make="Contarex" tiff:Model="Bullseye" aux:Lens="Distagon 35mm f/2" exif:ExposureTime="1/250"
  exif:FNumber="28/10" exif:PhotographicSensitivity="400" exif:FocalLength="35/1" xmp:CreateDate="2026-11-21T11:05:42"
  exif:PixelXDimension="6048" exif:PixelYDimension="4024" exif:GPSLatitude="38,42.0N"`;

describe('camera data is read', () => {
  it.each([
    ['a JPEG', jpeg({ exif: CAMERA })],
    ['a JPEG that a program has written XMP into', jpeg({ exif: CAMERA, xmp: xmp(IN_XMP) })],
    ['a JPEG with XMP only', jpeg({ xmp: xmp(IN_XMP) })],
    ['a HEIC', heic({ exif: CAMERA })],
    ['a HEIC with XMP only', heic({ xmp: xmp(IN_XMP) })],
    ['a CR3', cr3(CAMERA)],
    ['a WebP', webp(CAMERA)],
  ])('from %s', async (_name, file) => {
    expect(await factsIn(file)).toEqual(ALL);
  });

  it.each(['II*\0', 'IIRO', 'IIU\0'])(
    'from a RAW that begins with %j, without the size of its preview',
    async (start) => {
      const file = raw({ orientation: 6 });
      file.write(start, 'latin1');
      expect(await factsIn(file)).toEqual({ Camera: 'Contarex Bullseye', Exposure: '1/250 s' });
      expect(await orientationOf(Uint8Array.from(file))).toBe(6);
    },
  );
});

describe('a file is said to contain a location', () => {
  it.each([
    ['when only XMP has coordinates', jpeg({ xmp: xmp('exif:GPSLatitude="38,42.0N"') })],
    ['when only XMP names a town', heic({ xmp: xmp('photoshop:City="Lisboa"') })],
    ['when only IPTC names a town', jpeg({ iptc: { 90: 'Lisboa', 101: 'Portugal' } })],
  ])('%s', async (_name, file) => {
    expect(await factsIn(file)).toEqual({ Location: 'Contains a location' });
  });

  it('but not when its camera had no GPS signal', async () => {
    const [version, none] = ['2300', [0, 0] as const];
    const gps = { 0: version, 1: 'N', 2: [none, none, none], 3: 'W', 4: [none, none, none] };
    expect(await factsIn(jpeg({ exif: { first: {}, gps } }))).toEqual({});
  });
});

it('reads the date of a photograph from IPTC when nothing else has it', async () => {
  const file = jpeg({ iptc: { 55: '20261121', 60: '110542+0100' } });
  expect(await factsIn(file)).toEqual({ Taken: '2026-11-21 11:05' });
});

it.each([
  [{ Make: 'NIKON CORPORATION', Model: 'NIKON Z 6_2' }, ['NIKON Z 6_2']],
  [{ Make: 'Canon', Model: 'EOS R5', ExposureTime: 2.5 }, ['Canon EOS R5', '2.5 s']],
  [{ CreateDate: '2026-11-21T11:05:42+01:00' }, ['2026-11-21 11:05']],
  [{ ISO: [800, 0], FNumber: Infinity }, ['ISO 800']],
  [{ Make: 7, ISO: 'high', DateTimeOriginal: '0000:00:00' }, []],
  [{}, []],
])('%j is %j', (tags, values) => {
  expect(factsOf(tags).map(({ value }) => value)).toEqual(values);
});

it('finds no camera data in a text file or a truncated picture', async () => {
  expect(await factsIn(new TextEncoder().encode('words'))).toEqual({});
  expect(await factsIn(heic({ exif: CAMERA }).subarray(0, 60))).toEqual({});
  // In the middle of its first folder.
  expect(await factsIn(raw().subarray(0, -920))).toEqual({});
});
