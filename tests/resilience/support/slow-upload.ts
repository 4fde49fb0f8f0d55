import { request } from 'node:http';

const BOUNDARY = 'held-back';

interface HeldFile {
  token: string;
  projectId: string;
  content: Buffer;
}

/**
 * An upload whose second half is held back, so that any number of them can be in flight at once. Its content is shared,
 * not copied, so that hundreds of them cost the client little.
 */
export function slowUpload(gateway: string, { token, projectId, content }: HeldFile) {
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n${projectId}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const [head, tail] = [Buffer.from(field + file), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
  const middle = Math.floor(content.length / 2);
  const sent = request(new URL('/api/upload', gateway), {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': head.length + content.length + tail.length,
    },
  });
  /** The status of the answer, or the code of the connection's failure. */
  const outcome = new Promise<number | string>((resolve) => {
    sent.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', (error) => {
      resolve('code' in error ? String(error.code) : error.message);
    });
  });
  return {
    outcome,
    /** Resolves when the first half is sent, or an answer has come already. */
    async firstHalf(): Promise<void> {
      sent.write(head);
      const written = new Promise<void>((resolve) => {
        sent.write(content.subarray(0, middle), () => resolve());
      });
      await Promise.race([written, outcome]);
    },
    secondHalf(): void {
      sent.write(content.subarray(middle));
      sent.end(tail);
    },
  };
}
