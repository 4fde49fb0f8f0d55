import { cut, FILENAME_MAX_LENGTH, splitName } from '@studiolo/contracts';

/** `name (2).ext`: the name of the n-th file of that name. */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = splitName(name);
  const ending = ` (${number})${extension}`;
  return cut(stem, FILENAME_MAX_LENGTH - ending.length) + ending;
}
