import { freshEmail, PASSWORD, signUp } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';

/** A file contains its name on so many lines; thousands of them fit into the quota of one owner. */
const LINES = 30;
/** An answer that stays away for longer counts as a hang: that of an upload may take 25 s (docs/operations.md). */
export const HANGS_AFTER_MS = 30_000;
const MOST_TRIES = 4;
const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export interface ListedProject {
  id: string;
  title: string;
  files: { filename: string; size: number }[];
}

/** The content of a file, which follows from its name. */
export const contentOf = (filename: string): Buffer => Buffer.from(`${filename}\n`.repeat(LINES));

/** The code of a connection's failure, which `fetch` keeps in the cause; the name of any other error. */
export function failureOf(error: unknown): string {
  // No `instanceof`: the errors of `fetch` are of another realm than jest's.
  const { cause = error } = error as { cause?: unknown };
  const { code, name } = cause as { code?: string; name?: string };
  return code ?? name ?? String(cause);
}

/**
 * One account and the browser it is used from: when a connection is refused or lost before the answer, it tries the
 * next address of the same site with the same headers. An upload is never sent twice.
 */
export class Owner extends Api {
  readonly email = freshEmail();
  private readonly addresses: readonly string[];
  private next: number;

  /** @param first which address it begins with, so that many clients spread over all of them */
  constructor(addresses: readonly string[], first = 0) {
    super('', addresses[0]);
    this.addresses = addresses;
    this.next = first;
  }

  /** Waits for a mail unless the stack runs with `EMAIL_VERIFICATION: 'off'`. */
  static async signUp(addresses: readonly string[], first = 0): Promise<Owner> {
    const owner = new Owner(addresses, first);
    await signUp({ email: owner.email, password: PASSWORD, name: 'Iris Aperture' }, owner);
    return owner;
  }

  /** Signs in again and goes on with the new session. */
  async logIn(): Promise<Answer> {
    const answer = await this.post('/api/auth/login', { email: this.email, password: PASSWORD });
    if (answer.status === 200) this.bearer = String(answer.body.token);
    return answer;
  }

  /** A repeat with the same key creates nothing more. */
  create(title: string, key: string): Promise<Answer> {
    const project = { title, client: 'Aperture & Co', status: 'todo' };
    return this.post('/api/projects', project, { 'Idempotency-Key': key });
  }

  download(projectId: string, filename: string): Promise<Response> {
    return this.fetch(`/api/download/${projectId}/${encodeURIComponent(filename)}`);
  }

  uploadText(projectId: string, filename: string, content = contentOf(filename)): Promise<Answer> {
    const file = new File([new Uint8Array(content)], filename, { type: 'text/plain' });
    return this.upload(projectId, [file]);
  }

  /** Every project with its files, page by page; throws when it cannot be read. */
  async everything(): Promise<ListedProject[]> {
    const all: ListedProject[] = [];
    for (let cursor: unknown = undefined; ;) {
      const after = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { status, body } = await this.get(`/api/projects?limit=500${after}`);
      if (status !== 200) throw new Error(`The list answered ${status}`);
      all.push(...(body.projects as ListedProject[]));
      cursor = body.next_cursor;
      if (!cursor) return all;
    }
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
