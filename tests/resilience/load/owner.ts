import { randomUUID } from 'node:crypto';
import { type HttpAnswer, HttpClient } from './http-client.ts';

const PASSWORD = 'golden-hour-6';
/** Lines of the name of a file make its content: so small that the quota of one owner takes thousands. */
const LINES = 30;

export interface ListedProject {
  id: string;
  title: string;
  files: { filename: string; size: number }[];
}

/** The bytes of a file are told by its name. */
export const contentOf = (filename: string): Buffer => Buffer.from(`${filename}\n`.repeat(LINES));

/** Reads the JSON of an answer, or nothing of one that has none. */
export function json<Body>(answer: HttpAnswer): Body {
  return JSON.parse(answer.body.toString() || '{}') as Body;
}

/** One account and the browser it is used from. */
export class Owner {
  readonly client: HttpClient;
  readonly email = `${randomUUID()}@studio.example`;
  token = '';

  constructor(addresses: readonly string[], first: number) {
    this.client = new HttpClient(addresses, first);
  }

  /** Needs a stack with `EMAIL_VERIFICATION: 'off'`, on which a sign-up signs in. */
  async signUp(): Promise<void> {
    const body = { email: this.email, password: PASSWORD, name: 'Iris Aperture' };
    const answer = await this.send('POST', '/api/auth/signup', { body });
    if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}`);
    this.token = json<{ token: string }>(answer).token;
  }

  /** Signs in anew and goes on with the new session. */
  async logIn(): Promise<HttpAnswer> {
    const body = { email: this.email, password: PASSWORD };
    const answer = await this.send('POST', '/api/auth/login', { body });
    if (answer.status === 200) this.token = json<{ token: string }>(answer).token;
    return answer;
  }

  list(query = ''): Promise<HttpAnswer> {
    return this.send('GET', `/api/projects${query}`);
  }

  detail(projectId: string): Promise<HttpAnswer> {
    return this.send('GET', `/api/projects/${projectId}`);
  }

  usage(): Promise<HttpAnswer> {
    return this.send('GET', '/api/storage/usage');
  }

  /** The key makes every further try the same creation. */
  create(title: string, key: string): Promise<HttpAnswer> {
    const body = { title, client: 'Aperture & Co', status: 'todo' };
    return this.send('POST', '/api/projects', { body, headers: { 'Idempotency-Key': key } });
  }

  deleteProject(projectId: string): Promise<HttpAnswer> {
    return this.send('DELETE', `/api/projects/${projectId}`);
  }

  deleteAccount(): Promise<HttpAnswer> {
    return this.send('DELETE', '/api/auth/account');
  }

  download(projectId: string, filename: string): Promise<HttpAnswer> {
    return this.send('GET', `/api/download/${projectId}/${encodeURIComponent(filename)}`);
  }

  /** Uploads a text file; a second try would be a second file, so there is none. */
  async upload(
    projectId: string,
    filename: string,
    content = contentOf(filename),
  ): Promise<HttpAnswer> {
    const form = new FormData();
    form.append('project_id', projectId);
    form.append('file', new File([new Uint8Array(content)], filename, { type: 'text/plain' }));
    const encoded = new Response(form);
    const headers = { 'Content-Type': encoded.headers.get('content-type') ?? '' };
    return this.client.call({
      ...{ method: 'POST', path: '/api/upload', isRepeatable: false },
      headers: { ...headers, ...this.authorization() },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
  }

  /** Every project with its files, page by page; throws when it cannot be read. */
  async everything(): Promise<ListedProject[]> {
    const all: ListedProject[] = [];
    for (let cursor: string | null | undefined = ''; ;) {
      const query: string = cursor
        ? `?limit=500&cursor=${encodeURIComponent(cursor)}`
        : '?limit=500';
      const answer = await this.list(query);
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}`);
      const page = json<{ projects: ListedProject[]; next_cursor?: string | null }>(answer);
      all.push(...page.projects);
      cursor = page.next_cursor;
      if (!cursor) return all;
    }
  }

  private authorization(): Record<string, string> {
    return this.token === '' ? {} : { Authorization: `Bearer ${this.token}` };
  }

  private send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<HttpAnswer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return this.client.call({
      ...{ method, path, isRepeatable: true },
      headers: {
        ...(payload && { 'Content-Type': 'application/json' }),
        ...this.authorization(),
        ...headers,
      },
      ...(payload && { body: payload }),
    });
  }
}
