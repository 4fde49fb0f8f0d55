import { environment } from './environment.ts';

/** An answer of the API, its body read as JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Calls the public API as one signed-in or anonymous user. */
export class Api {
  private readonly token: string | undefined;
  private readonly url: string;

  /** Of the stack under test, unless another address is given. */
  constructor(token?: string, url: string = environment('API_URL')) {
    this.token = token;
    this.url = url;
  }

  /** The token it signs its calls with; none for somebody anonymous. */
  get bearer(): string {
    return this.token ?? '';
  }

  get(path: string): Promise<Answer> {
    return this.json('GET', path);
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.json('POST', path, body);
  }

  put(path: string, body: object): Promise<Answer> {
    return this.json('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.json('DELETE', path);
  }

  /** Uploads files as the repeated field `files`. */
  async upload(projectId: string, files: File[]): Promise<Answer> {
    const form = new FormData();
    form.append('project_id', projectId);
    for (const file of files) form.append('files', file);
    return answerOf(await this.fetch('/api/upload', { method: 'POST', body: form }));
  }

  /** The raw answer, for bytes. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== undefined) headers.set('Authorization', `Bearer ${this.token}`);
    return fetch(new URL(path, this.url), { ...init, headers });
  }

  private async json(method: string, path: string, body?: object): Promise<Answer> {
    const payload =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return answerOf(await this.fetch(path, { method, ...payload }));
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, body };
}
