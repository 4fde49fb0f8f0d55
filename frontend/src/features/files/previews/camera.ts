import exifr from 'exifr';

/** What a camera or a program wrote into a file, in words. */
export interface CameraFact {
  name: string;
  value: string;
}

/** The tags read here, as EXIF, XMP and IPTC name them; cameras leave out what they like. */
export interface Tags {
  Make?: unknown;
  Model?: unknown;
  LensModel?: unknown;
  Lens?: unknown;
  ExposureTime?: unknown;
  FNumber?: unknown;
  ISO?: unknown;
  FocalLength?: unknown;
  DateTimeOriginal?: unknown;
  CreateDate?: unknown;
  ExifImageWidth?: unknown;
  ExifImageHeight?: unknown;
  ImageWidth?: unknown;
  ImageHeight?: unknown;
  latitude?: unknown;
  GPSLatitude?: unknown;
}

const OPTIONS = {
  ...{ tiff: true, exif: true, gps: true, xmp: true, iptc: true, ihdr: true },
  // Times are those of the camera's clock and belong to no time zone.
  reviveValues: false,
};

const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);
const text = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
const rounded = (value: number) => String(Number(value.toFixed(1)));

/** Most models begin with their make already. */
function camera({ Make, Model }: Tags): string {
  const [make, model] = [text(Make), text(Model)];
  const firstWord = make.split(' ')[0]?.toLowerCase() ?? '';
  return model.toLowerCase().startsWith(firstWord) ? model : `${make} ${model}`.trim();
}

function exposure({ ExposureTime, FNumber, ISO, FocalLength }: Tags): string {
  const [time, aperture, iso, length] = [ExposureTime, FNumber, ISO, FocalLength].map(number);
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

/** `2026:11:21 11:05:42` as EXIF writes it, or ISO 8601 as XMP does. */
function taken({ DateTimeOriginal, CreateDate }: Tags): string {
  const written = text(DateTimeOriginal) || text(CreateDate);
  const [, day, time] = /^(\d{4}[:-]\d\d[:-]\d\d)[ T](\d\d:\d\d)/.exec(written) ?? [];
  return day && time ? `${day.replaceAll(':', '-')} ${time}` : '';
}

function dimensions(tags: Tags): string {
  const width = number(tags.ExifImageWidth) ?? number(tags.ImageWidth);
  const height = number(tags.ExifImageHeight) ?? number(tags.ImageHeight);
  return width && height ? `${width} × ${height}` : '';
}

/** What is worth telling, in the order in which a photographer asks. */
export function factsOf(tags: Tags): CameraFact[] {
  const hasPlace = tags.latitude !== undefined || tags.GPSLatitude !== undefined;
  return [
    { name: 'Camera', value: camera(tags) },
    { name: 'Lens', value: text(tags.LensModel) || text(tags.Lens) },
    { name: 'Exposure', value: exposure(tags) },
    { name: 'Taken', value: taken(tags) },
    { name: 'Dimensions', value: dimensions(tags) },
    { name: 'Location', value: hasPlace ? 'Contains a location' : '' },
  ].filter(({ value }) => value !== '');
}

/** Reads a file and changes nothing in it. A file of another kind, or a broken one, says nothing. */
export async function cameraFacts(blob: Blob): Promise<CameraFact[]> {
  const tags = (await exifr.parse(await blob.arrayBuffer(), OPTIONS).catch(() => undefined)) as
    Tags | undefined;
  return factsOf(tags ?? {});
}
