const LITTLE_ENDIAN = 0x4949;
const BIG_ENDIAN = 0x4d4d;
const [SHORT, LONG, FOLDER] = [3, 4, 13] as const;
const ENTRY_BYTES = 12;
const [SUBFILE_TYPE, WIDTH, HEIGHT, ORIENTATION, FOLDERS] = [
  0x00fe, 0x0100, 0x0101, 0x0112, 0x014a,
] as const;
const MAX_FOLDERS = 8;

type Folder = ReadonlyMap<number, readonly number[]>;

/** The integer values of a TIFF folder by tag. Throws RangeError for a truncated file. */
function folderAt(view: DataView, start: number, isLittle: boolean): Folder {
  const folder = new Map<number, number[]>();
  const count = view.getUint16(start, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * ENTRY_BYTES;
    const type = view.getUint16(entry + 2, isLittle);
    if (type !== SHORT && type !== LONG && type !== FOLDER) continue;
    const size = type === SHORT ? 2 : 4;
    const length = Math.min(view.getUint32(entry + 4, isLittle), MAX_FOLDERS);
    const isInside = length * size <= 4;
    const values = isInside ? entry + 8 : view.getUint32(entry + 8, isLittle);
    const valueAt = (place: number) =>
      type === SHORT ? view.getUint16(place, isLittle) : view.getUint32(place, isLittle);
    folder.set(
      view.getUint16(entry, isLittle),
      Array.from({ length }, (_, at) => valueAt(values + at * size)),
    );
  }
  return folder;
}

/** The first folder of a TIFF and its subfolders; empty for a broken file or another format. */
function foldersOf(bytes: Uint8Array): Folder[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const order = view.getUint16(0);
    if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) return [];
    const isLittle = order === LITTLE_ENDIAN;
    const first = folderAt(view, view.getUint32(4, isLittle), isLittle);
    const below = first.get(FOLDERS) ?? [];
    return [first, ...below.map((start) => folderAt(view, start, isLittle))];
  } catch {
    return [];
  }
}

/** The largest picture of a RAW whose first folder describes only a preview; 0 when its size is missing. */
export function rawSize(bytes: Uint8Array): { ExifImageWidth?: number; ExifImageHeight?: number } {
  const [first, ...below] = foldersOf(bytes);
  if (first?.get(SUBFILE_TYPE)?.[0] !== 1) return {};
  let largest = { ExifImageWidth: 0, ExifImageHeight: 0 };
  for (const folder of below) {
    const [width = 0, height = 0] = [folder.get(WIDTH)?.[0], folder.get(HEIGHT)?.[0]];
    if (width * height <= largest.ExifImageWidth * largest.ExifImageHeight) continue;
    largest = { ExifImageWidth: width, ExifImageHeight: height };
  }
  return largest;
}

/** The EXIF orientation, 1 to 8; 1 (upright) when it is missing. */
export function orientationOf(bytes: Uint8Array): number {
  const value = foldersOf(bytes)[0]?.get(ORIENTATION)?.[0] ?? 1;
  return value >= 1 && value <= 8 ? value : 1;
}
