import { randomBytes } from 'node:crypto';

const BOUNDARY = 'studiolo-bench-f4b1c7';
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff, 0xe0];

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Bytes that begin like a picture. */
export function pictureOf(bytes: number): Buffer {
  const picture = randomBytes(bytes);
  picture.set(JPEG_SIGNATURE);
  return picture;
}

/** Bodies of forms that differ in the name of their file alone. */
export function formsWith(projectId: string, picture: Buffer): () => Buffer {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name=`;
  const project = `${part}"project_id"\r\n\r\n${projectId}\r\n`;
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  let number = 0;
  return () => {
    number += 1;
    const file = `${part}"file"; filename="photo-${number}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    return Buffer.concat([Buffer.from(project + file), picture, end]);
  };
}
