import { cut, FILENAME_MAX_LENGTH, splitName } from '@studiolo/contracts';

/** More digits than any number that {@link NumberedName} is given. */
const DIGITS_MAX = 15;

/** The parts of `name (2).ext`, `name (3).ext` … before and behind the number. */
export interface NumberedName {
  /** Indexed by the number of digits, from index 0 for one digit. A long name is shortened to fit its number. */
  readonly beforeNumber: readonly string[];
  readonly behindNumber: string;
}

export function numberedName(name: string): NumberedName {
  const { stem, extension } = splitName(name);
  const behindNumber = `)${extension}`;
  const room = FILENAME_MAX_LENGTH - ' ('.length - behindNumber.length;
  const beforeNumber = Array.from(
    { length: DIGITS_MAX },
    (_, index) => `${cut(stem, room - index - 1)} (`,
  );
  return { beforeNumber, behindNumber };
}

/** The name with this number in it. */
export function withNumber({ beforeNumber, behindNumber }: NumberedName, number: number): string {
  const digits = String(number);
  return `${beforeNumber[digits.length - 1] ?? ''}${digits}${behindNumber}`;
}
