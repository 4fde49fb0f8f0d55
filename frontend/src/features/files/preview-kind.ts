import type { StoredFile } from '@studiolo/contracts';

/** How a file can be shown; `none` means only a glyph and a download. */
export type PreviewKind = 'image' | 'vector' | 'video' | 'pdf' | 'text' | 'none';

export function previewKind({ content_type: type }: Pick<StoredFile, 'content_type'>): PreviewKind {
  if (type.startsWith('image/svg')) return 'vector';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('text/') ? 'text' : 'none';
}

/** The letters on a document's glyph: its extension, else the end of its content type. */
export function typeLetters({ filename, content_type: type }: StoredFile): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1];
  return (extension ?? type.split('/').at(-1) ?? 'file').slice(0, 5).toUpperCase();
}
