import { type ClientRequest, request } from 'node:http';

const BOUNDARY = 'held-back';

interface HeldFile {
  token: string;
  projectId: string;
  content: Buffer;
}

/** An upload whose second half is held back, so that any number of them can be in flight at once. */
export class SlowUpload {
  /** The status of the answer, or the code of the connection's failure. */
  readonly outcome: Promise<number | string>;
  private readonly sent: ClientRequest;
  private readonly parts: readonly Buffer[];
  private readonly middle: number;

  /** The content is shared, not copied, so that hundreds of them cost the client little. */
  constructor(gateway: string, { token, projectId, content }: HeldFile) {
    const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n${projectId}\r\n`;
    const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    this.parts = [Buffer.from(field + file), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
    this.middle = Math.floor(content.length / 2);
    this.sent = request(new URL('/api/upload', gateway), {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': this.parts.reduce((sum, part) => sum + part.length, 0),
      },
    });
    this.outcome = new Promise((resolve) => {
      this.sent.once('response', (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      this.sent.once('error', (error) => {
        resolve('code' in error ? String(error.code) : error.message);
      });
    });
  }

  /** Resolves when the first half is sent, or an answer has come already. */
  async firstHalf(): Promise<void> {
    const [head = Buffer.alloc(0), content = Buffer.alloc(0)] = this.parts;
    this.sent.write(head);
    const written = new Promise<void>((resolve) => {
      this.sent.write(content.subarray(0, this.middle), () => resolve());
    });
    await Promise.race([written, this.outcome]);
  }

  secondHalf(): void {
    const [, content = Buffer.alloc(0), tail] = this.parts;
    this.sent.write(content.subarray(this.middle));
    this.sent.end(tail);
  }
}
