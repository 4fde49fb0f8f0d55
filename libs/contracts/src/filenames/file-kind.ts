/** What the extension of a name promises. */
export type FileKind = 'picture' | 'video' | 'document' | 'text';

/**
 * The names that are accepted, by what they promise: pictures and videos of any camera or studio, pdf, doc and docx, and
 * text, which has no signature of its own, under names that no system runs or opens as a page.
 */
const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  picture:
    'jpg jpeg jpe jfif pjp pjpeg png apng gif webp avif avifs heic heics heif heifs hif tif tiff bmp dib svg ico jxl ' +
    'jp2 j2k jpf jpx jpm mj2 jxr wdp hdp psd psb exr hdr dpx cin ' +
    '3fr arw bay cap cr2 cr3 crw dcr dcs dng erf fff gpr iiq k25 kdc mdc mef mos mrw nef nrw orf pef ptx pxn raf raw ' +
    'rw2 rwl rwz sr2 srf srw sti x3f',
  video:
    'mp4 m4v mov qt avi mkv webm mts m2ts m2t ts mpg mpeg mpe m1v m2v mpv mp2v vob mod tod wmv asf flv f4v 3gp 3gpp ' +
    '3g2 ogv ogm mxf insv lrv 360 r3d dv divx',
  document: 'pdf doc docx',
  text: 'txt text log md markdown csv tsv srt vtt ics vcf xmp cube edl',
};

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as FileKind] as const),
  ),
);

/** Value of the `accept` attribute of a file picker. Some systems know a camera's files only by their extension. */
export const ACCEPTED_FILES = [
  ...['image/*', 'video/*'],
  ...[...KINDS.keys()].map((extension) => `.${extension}`),
].join(',');

/** The lower-case extension of a name, without its dot; empty when it has none. */
export function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : '';
}

/** What a name promises; undefined for a name without an extension or with one that promises nothing. */
export function fileKindOf(filename: string): FileKind | undefined {
  return KINDS.get(extensionOf(filename));
}

/**
 * Whether a file may be accepted, as far as its name and the type given by a browser tell; its content has the last word.
 * Browsers give no type, or a general one, for many files of cameras.
 */
export function mayBeAccepted(filename: string, type = ''): boolean {
  const isNamedSo = fileKindOf(filename) !== undefined || extensionOf(filename) === '';
  return isNamedSo || /^(image|video)\//.test(type);
}

/** Whether text may be kept under a name: only where no system would run it or open it as a page. */
export function mayHoldText(filename: string): boolean {
  return fileKindOf(filename) === 'text' || extensionOf(filename) === '';
}
