import { displayName } from './display-name.js';

/** What a file can be. The name promises one, and the content has to be it. */
export type FileKind = 'picture' | 'video' | 'pdf' | 'doc' | 'docx' | 'text';

/**
 * The extensions that are accepted. Pictures and films: what IANA, file(1), LibRaw and ffmpeg's formats list for
 * cameras and studios. Text has no signature of its own, so only names that no system runs or imports are listed.
 */
const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  picture:
    'apng avci avcs avif avifs bmp bpg cin cur dib djv djvu dpx exr flif gif hdr heic heics heif heifs hif icns ico ' +
    'insp j2c j2k jfi jfif jif jls jp2 jpc jpe jpeg jpf jpg jpm jps jpx jxl jxr mpo pcx pjp pjpeg png pns psb psd ' +
    'svg tga thm tif tiff wdp webp xcf ' +
    '3fr ari arw bay cap cr2 cr3 crw cs1 dcr dcs dng drf erf fff gpr iiq k25 kdc mdc mef mos mrw nef nrw orf ori pef ' +
    'ptx pxn raf raw rw2 rwl rwz sr2 srf srw sti x3f',
  video:
    '360 3g2 3gp 3gp2 3gpp amv asf avi braw crm divx dv dvr-ms f4v flv insv ivf lrf lrv m1v m2p m2t m2ts m2v m4v mj2 ' +
    'mjp2 mkv mod mov mp4 mp2v mpe mpeg mpg mpv mts mxf nev ogm ogv qt r3d rm rmvb tod trp ts vob webm wmv y4m',
  pdf: 'ai pdf',
  doc: 'doc',
  docx: 'docx',
  text: 'csv cube edl ics log markdown md srt text tsv txt vcf vtt xmp',
};

const KIND_OF_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as FileKind]),
  ),
);

/** For the `accept` of a file picker; browsers know no type for many cameras' extensions. */
export const ACCEPTED_FILES = [
  'image/*',
  'video/*',
  ...[...KIND_OF_EXTENSION.keys()].map((extension) => `.${extension}`),
].join(',');

/**
 * The kind that a file's name promises: `any` for a name without an extension, where only the content can tell, and
 * undefined for an extension that is not accepted. What follows the last dot in `Contract v1.2` or `Mr. Lee` is none.
 */
export function kindOfName(filename: string): FileKind | 'any' | undefined {
  const name = displayName(filename).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const known = KIND_OF_EXTENSION.get(extension);
  if (known && extension !== name) return known;
  return extension === name || /^\d+$|\s/.test(extension) ? 'any' : undefined;
}

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** A document that opens only with its password; its content cannot be seen. */
export const PROTECTED_DOCX_TYPE = 'application/x-protected-docx';

const KIND_OF_TYPE = new Map<string, FileKind>([
  ['application/pdf', 'pdf'],
  ['application/msword', 'doc'],
  ['application/rtf', 'doc'],
  [DOCX_TYPE, 'docx'],
  [PROTECTED_DOCX_TYPE, 'docx'],
  ['text/plain', 'text'],
  ['application/mxf', 'video'],
]);

function kindOfType(contentType: string): FileKind | undefined {
  if (contentType.startsWith('image/')) return 'picture';
  return contentType.startsWith('video/') ? 'video' : KIND_OF_TYPE.get(contentType);
}

const IN_WORDS: Readonly<Record<FileKind | 'any', string>> = {
  picture: 'a picture',
  video: 'a video',
  pdf: 'a PDF',
  doc: 'a Word document',
  docx: 'a Word document',
  text: 'a text',
  any: 'a file',
};

export const promiseOf = (filename: string) => IN_WORDS[kindOfName(filename) ?? 'any'];
export const contentOf = (contentType: string) => IN_WORDS[kindOfType(contentType) ?? 'any'];

export type FileTypeRefusal = 'FILE_TYPE_NOT_ALLOWED' | 'FILE_NOT_AS_NAMED' | 'FILE_NOT_RECOGNIZED';

/** Why a file is refused whose content has this type; undefined when it is accepted. */
export function refusalOfType(filename: string, contentType: string): FileTypeRefusal | undefined {
  const promised = kindOfName(filename);
  const content = kindOfType(contentType);
  if (promised === undefined) return 'FILE_TYPE_NOT_ALLOWED';
  if (promised === 'any') return content === undefined ? 'FILE_TYPE_NOT_ALLOWED' : undefined;
  if (content === undefined) return 'FILE_NOT_RECOGNIZED';
  // Word opens both formats under the older name, and other programs write both.
  const isAsNamed = content === promised || (promised === 'doc' && content === 'docx');
  return isAsNamed ? undefined : 'FILE_NOT_AS_NAMED';
}
