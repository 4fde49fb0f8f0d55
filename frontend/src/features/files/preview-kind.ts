/** How a file of a content type can be shown; `none` means only a glyph and a download. */
export type PreviewKind = 'image' | 'vector' | 'video' | 'pdf' | 'text' | 'none';

export function previewKind(type: string): PreviewKind {
  if (type.startsWith('image/svg')) return 'vector';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('text/') ? 'text' : 'none';
}
