import { randomBytes, randomInt } from 'node:crypto';
import type { FileBody, HttpLoad } from './load.ts';

/** What the requests of one caller carry. */
export interface Body {
  headers: Record<string, string>;
  next: () => Buffer | null;
}

const BOUNDARY = 'studiolo-bench-f4b1c7';
const NAME_DIGITS = 10;
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff, 0xe0];

/** The bytes of a picture, as far as its first bytes tell. */
export function pictureOf(bytes: number): Buffer {
  const picture = randomBytes(bytes);
  picture.set(JPEG_SIGNATURE);
  return picture;
}

/** The body of a load's requests, made once for each caller, who sends one request at a time. */
export function bodyOf({ json, file }: HttpLoad): Body {
  if (json !== undefined) return always('application/json', Buffer.from(JSON.stringify(json)));
  if (file === undefined) return { headers: {}, next: () => null };
  if (file.form === undefined) return always('image/jpeg', pictureOf(file.bytes));
  return formBody(file.bytes, file.form);
}

const always = (type: string, body: Buffer): Body => ({
  headers: { 'content-type': type },
  next: () => body,
});

/** A form whose file has another name each time: the number is written over the one before, nothing is copied. */
function formBody(bytes: number, { fields, field }: NonNullable<FileBody['form']>): Body {
  const others = Object.entries(fields).map(
    ([name, value]) => `${disposition(name)}"\r\n\r\n${value}\r\n`,
  );
  const beforeNumber = `${others.join('')}${disposition(field)}"; filename="photo-`;
  const afterNumber = '.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const buffer = Buffer.concat([
    Buffer.from(`${beforeNumber}${'0'.repeat(NAME_DIGITS)}${afterNumber}`),
    pictureOf(bytes),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const position = Buffer.byteLength(beforeNumber);
  // Callers and runs number from anywhere, so that hardly a name comes twice.
  let number = randomInt(9 * 10 ** (NAME_DIGITS - 1));
  const next = () => {
    number += 1;
    buffer.write(String(number).padStart(NAME_DIGITS, '0'), position);
    return buffer;
  };
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, next };
}

/** The beginning of a part, up to the end of its field's name. */
const disposition = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}`;
