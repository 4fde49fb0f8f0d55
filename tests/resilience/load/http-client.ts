import { Agent, request } from 'node:http';

/** An answer read to its end. */
export interface HttpAnswer {
  status: number;
  body: Buffer;
}

export interface HttpCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** True when a second try can do no harm: reading, and creating under an Idempotency-Key. */
  isRepeatable: boolean;
}

/** An answer that stays away for longer counts as a hang. */
const HANGS_AFTER_MS = 15_000;
const MOST_TRIES = 4;
const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * One browser: keeps its connections open and, when a connection is refused or lost before the answer, tries the
 * next address of the same site, with the same headers. Anything else is left to the caller.
 */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly addresses: readonly string[];
  private next: number;

  /** @param first which address it begins with, so that many clients spread over all of them */
  constructor(addresses: readonly string[], first = 0) {
    this.addresses = addresses;
    this.next = first;
  }

  /** @throws Error with the code of the connection's failure, or ETIMEDOUT after 15 s */
  async call(call: HttpCall): Promise<HttpAnswer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once(call);
      } catch (error) {
        if (!call.isRepeatable || tries >= MOST_TRIES || !LOST_CONNECTION.has(codeOf(error))) {
          throw error;
        }
        this.next += 1;
      }
    }
  }

  private once({ method, path, headers = {}, body }: HttpCall): Promise<HttpAnswer> {
    const address = this.addresses[this.next % this.addresses.length] ?? '';
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, address), { method, headers, agent: this.agent });
      const timer = setTimeout(
        () => sent.destroy(Object.assign(new Error('No answer in 15 s'), { code: 'ETIMEDOUT' })),
        HANGS_AFTER_MS,
      );
      sent.once('close', () => clearTimeout(timer));
      sent.once('error', reject);
      sent.once('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }),
        );
      });
      sent.end(body);
    });
  }
}
