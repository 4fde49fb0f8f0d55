/** A longer suffix counts as part of the name, not as an extension. */
const EXTENSION_MAX_LENGTH = 32;

/** Stem and extension of a name, the extension with its dot; it is empty when there is none. */
export function splitName(name: string) {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && name.length - dot <= EXTENSION_MAX_LENGTH;
  const end = hasExtension ? dot : name.length;
  return { stem: name.slice(0, end), extension: name.slice(end) };
}

/** Cuts a name to a length in UTF-16 units, before its extension and between characters. */
export function shorten(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const { stem, extension } = splitName(name);
  return cut(stem, maxLength - extension.length) + extension;
}

/** Cuts a text without leaving half of a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  const isPairSplit = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, isPairSplit ? maxLength - 1 : maxLength);
}
