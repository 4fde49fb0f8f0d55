import { Api } from '@studiolo/testing/api';

/** An answer that stays away for longer counts as a hang: that of an upload may take 25 s (docs/operations.md). */
export const HANGS_AFTER_MS = 30_000;
const MOST_TRIES = 4;
const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The code of a connection's failure, which `fetch` keeps in the cause; the name of any other error. */
export function failureOf(error: unknown): string {
  // No `instanceof`: the errors of `fetch` are of another realm than jest's.
  const { cause = error } = error as { cause?: unknown };
  const { code, name } = cause as { code?: string; name?: string };
  return code ?? name ?? String(cause);
}

/**
 * One browser: when a connection is refused or lost before the answer, it tries the next address of the same site with
 * the same headers. An upload is never sent twice. Anything else is left to the caller.
 */
export class SteadyApi extends Api {
  private readonly addresses: readonly string[];
  private next: number;

  /** @param first which address it begins with, so that many clients spread over all of them */
  constructor(addresses: readonly string[], first = 0) {
    super('', addresses[0]);
    this.addresses = addresses;
    this.next = first;
  }

  protected override async exchange(path: string, init: RequestInit): Promise<Response> {
    const isRepeatable = !(init.body instanceof FormData);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once(path, init);
      } catch (error) {
        const isLost = LOST_CONNECTION.has(failureOf(error));
        if (!isRepeatable || tries >= MOST_TRIES || !isLost) throw error;
        this.next += 1;
      }
    }
  }

  /** Reads the answer to its end: until then it can still be lost. */
  private async once(path: string, init: RequestInit): Promise<Response> {
    const address = this.addresses[this.next % this.addresses.length];
    const signal = AbortSignal.timeout(HANGS_AFTER_MS);
    const { status, headers, body } = await super.exchange(path, { ...init, signal }, address);
    const bytes = await new Response(body).arrayBuffer();
    return new Response(bytes, { status, headers });
  }
}
