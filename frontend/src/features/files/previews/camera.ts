import { readTags, type Tags } from './exif-tags';

export interface CameraFact {
  name: string;
  value: string;
}

const PLACES = [
  ...['GPSLatitude', 'City', 'Sublocation', 'State', 'Country'],
  ...['Location', 'LocationCreated', 'LocationShown'],
];

/** XMP has fractions as text, such as `1/250`; of a list, the first value is used. */
function number(value: unknown): number | null {
  if (typeof value === 'string') {
    const [, over, under] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
    return number(Number(over) / Number(under));
  }
  if (typeof value === 'object') return value && number(Object.values(value)[0]);
  return typeof value === 'number' && value > 0 && value < Infinity ? value : null;
}

/** Longer than the name of any camera or place. */
const LONGEST_TEXT = 200;

const text = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, LONGEST_TEXT).replaceAll('\0', '').trim() : '';
const rounded = (value: number) => String(Number(value.toFixed(1)));

/** Most model names already begin with the make. */
function camera({ Make, Model }: Tags): string {
  const [make, model] = [text(Make), text(Model)];
  const firstWord = make.split(' ')[0]?.toLowerCase() ?? '';
  return model.toLowerCase().startsWith(firstWord) ? model : `${make} ${model}`.trim();
}

function exposure({ ExposureTime, FNumber, FocalLength, ...tags }: Tags): string {
  const [time, aperture, length] = [ExposureTime, FNumber, FocalLength].map(number);
  const iso = number(tags.ISO ?? tags.ISOSpeedRatings ?? tags.PhotographicSensitivity);
  const seconds = time && (time < 0.4 ? `1/${Math.round(1 / time)}` : rounded(time));
  return [
    seconds && `${seconds} s`,
    aperture && `f/${rounded(aperture)}`,
    iso && `ISO ${iso}`,
    length && `${rounded(length)} mm`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** EXIF has `2026:11:21 11:05:42`, XMP has ISO 8601, and IPTC has date and time as two strings of digits. */
function taken({ DateTimeOriginal, CreateDate, DateCreated, TimeCreated }: Tags): string {
  const [written = ''] = [
    text(DateTimeOriginal),
    text(CreateDate),
    `${text(DateCreated)} ${text(TimeCreated)}`.trim(),
  ].filter(Boolean);
  const pattern = /^(?!0000)(\d{4})[:-]?(\d\d)[:-]?(\d\d)(?:[ T](\d\d):?(\d\d))?/;
  const [, year, month, day, hour, minute] = pattern.exec(written) ?? [];
  const time = hour && minute ? ` ${hour}:${minute}` : '';
  return year && month && day ? `${year}-${month}-${day}${time}` : '';
}

/** The first folder of a RAW may describe only a preview; then the size of the picture is unknown. */
const PREVIEW = 1;

function dimensions(tags: Tags): string {
  if (tags.SubfileType === PREVIEW && !tags.ExifImageWidth) return '';
  const width = tags.ExifImageWidth ?? tags.PixelXDimension ?? tags.ImageWidth;
  const height = tags.ExifImageHeight ?? tags.PixelYDimension ?? tags.ImageHeight;
  return number(width) && number(height) ? `${number(width)} × ${number(height)}` : '';
}

/** True for coordinates or the name of a place; cameras without a GPS signal write NaN coordinates. */
function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return text(value) !== '';
  const parts = Object.values(value);
  return parts.length > 0 && !parts.some((part) => Number.isNaN(part));
}

/** The camera data worth showing, the most important first. */
export function factsOf(tags: Tags): CameraFact[] {
  const hasPlace = PLACES.some((name) => isPlace(tags[name]));
  return [
    { name: 'Camera', value: camera(tags) },
    { name: 'Lens', value: text(tags.LensModel) || text(tags.Lens) },
    { name: 'Exposure', value: exposure(tags) },
    { name: 'Taken', value: taken(tags) },
    { name: 'Dimensions', value: dimensions(tags) },
    { name: 'Location', value: hasPlace ? 'Contains a location' : '' },
  ].filter(({ value }) => value !== '');
}

/** The camera data of a file; empty for a broken file or one without any. */
export async function cameraFacts(blob: Blob): Promise<CameraFact[]> {
  const tags = await readTags(new Uint8Array(await blob.arrayBuffer()));
  return factsOf(tags);
}
