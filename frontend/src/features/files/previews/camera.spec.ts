import { cameraFacts, factsOf } from './camera';

it('tells what a photographer asks for, in words', () => {
  const facts = factsOf({
    Make: 'NIKON CORPORATION',
    Model: 'NIKON Z 6_2',
    LensModel: 'NIKKOR Z 35mm f/1.8 S',
    ExposureTime: 0.004,
    FNumber: 2.8,
    ISO: 400,
    FocalLength: 35,
    DateTimeOriginal: '2026:11:21 11:05:42',
    ExifImageWidth: 6048,
    ExifImageHeight: 4024,
    latitude: 38.7,
  });
  expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toEqual({
    Camera: 'NIKON Z 6_2',
    Lens: 'NIKKOR Z 35mm f/1.8 S',
    Exposure: '1/250 s · f/2.8 · ISO 400 · 35 mm',
    Taken: '2026-11-21 11:05',
    Dimensions: '6048 × 4024',
    Location: 'Contains a location',
  });
});

it.each([
  [{ Make: 'Canon', Model: 'EOS R5', ExposureTime: 2.5 }, ['Canon EOS R5', '2.5 s']],
  [{ CreateDate: '2026-11-21T11:05:42+01:00' }, ['2026-11-21 11:05']],
  [{ Make: 7, ISO: 'high', DateTimeOriginal: '0000:00:00' }, []],
  [{}, []],
])('%j is %j', (tags, values) => {
  expect(factsOf(tags).map(({ value }) => value)).toEqual(values);
});

it('says nothing of a file that is no picture', async () => {
  const blob = { arrayBuffer: () => Promise.resolve(new TextEncoder().encode('words').buffer) };
  expect(await cameraFacts(blob as Blob)).toEqual([]);
});
