import { freshEmail, PASSWORD, signUp } from '@studiolo/testing/accounts';
import type { Answer } from '@studiolo/testing/api';

import { SteadyApi } from './steady-api.ts';

/** A file contains its name on so many lines; thousands of them fit into the quota of one owner. */
const LINES = 30;

export interface ListedProject {
  id: string;
  title: string;
  files: { filename: string; size: number }[];
}

/** The content of a file, which follows from its name. */
export const contentOf = (filename: string): Buffer => Buffer.from(`${filename}\n`.repeat(LINES));

/** One account and the browser it is used from. */
export class Owner {
  readonly api: SteadyApi;
  readonly email = freshEmail();

  constructor(addresses: readonly string[], first = 0) {
    this.api = new SteadyApi(addresses, first);
  }

  /** Waits for a mail unless the stack runs with `EMAIL_VERIFICATION: 'off'`. */
  signUp(): Promise<void> {
    const account = { email: this.email, password: PASSWORD, name: 'Iris Aperture' };
    return signUp(account, this.api);
  }

  /** Signs in again and goes on with the new session. */
  async logIn(): Promise<Answer> {
    const answer = await this.api.post('/api/auth/login', {
      email: this.email,
      password: PASSWORD,
    });
    if (answer.status === 200) this.api.bearer = String(answer.body.token);
    return answer;
  }

  /** A repeat with the same key creates nothing more. */
  create(title: string, key: string): Promise<Answer> {
    const project = { title, client: 'Aperture & Co', status: 'todo' };
    return this.api.post('/api/projects', project, { 'Idempotency-Key': key });
  }

  download(projectId: string, filename: string): Promise<Response> {
    return this.api.fetch(`/api/download/${projectId}/${encodeURIComponent(filename)}`);
  }

  upload(projectId: string, filename: string, content = contentOf(filename)): Promise<Answer> {
    return this.api.upload(projectId, [
      new File([new Uint8Array(content)], filename, { type: 'text/plain' }),
    ]);
  }

  /** Every project with its files, page by page; throws when it cannot be read. */
  async everything(): Promise<ListedProject[]> {
    const all: ListedProject[] = [];
    for (let cursor: unknown = undefined; ;) {
      const after = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { status, body } = await this.api.get(`/api/projects?limit=500${after}`);
      if (status !== 200) throw new Error(`The list answered ${status}`);
      all.push(...(body.projects as ListedProject[]));
      cursor = body.next_cursor;
      if (!cursor) return all;
    }
  }
}

/** What a download brought. */
export const bytesOf = async (answer: Response): Promise<Buffer> =>
  Buffer.from(await answer.arrayBuffer());
