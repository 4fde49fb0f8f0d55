import { environment } from '@studiolo/testing/environment';

/** An answer of the API, its body read as JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Calls the public API as one signed-in or anonymous user. */
export class Api {
  /** The bearer token it sends; empty when anonymous. */
  bearer: string;
  private readonly url: string;

  /** @param url default: the stack under test */
  constructor(token = '', url: string = environment('API_URL')) {
    this.bearer = token;
    this.url = url;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path).then(answerOf);
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers).then(answerOf);
  }

  put(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers).then(answerOf);
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path).then(answerOf);
  }

  /** Uploads files as the repeated field `files`. */
  async upload(projectId: string, files: File[]): Promise<Answer> {
    const form = new FormData();
    form.append('project_id', projectId);
    for (const file of files) form.append('files', file);
    return answerOf(await this.fetch('/api/upload', { method: 'POST', body: form }));
  }

  /** Creates a project and returns its id; throws unless the answer is 201. */
  async newProject(
    fields: object = { title: 'Harbour', client: 'Lind' },
    headers?: Record<string, string>,
  ): Promise<string> {
    const { status, body } = await this.post('/api/projects', fields, headers);
    if (status !== 201) throw new Error(`The project was answered with ${status}`);
    return (body.project as { id: string }).id;
  }

  /** The raw response, e.g. to read bytes. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.bearer !== '') headers.set('Authorization', `Bearer ${this.bearer}`);
    return this.exchange(path, { ...init, headers });
  }

  /** The raw response to a body in JSON, or to none. */
  send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const payload = body && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    return this.fetch(path, { method, ...payload });
  }

  protected exchange(path: string, init: RequestInit, url = this.url): Promise<Response> {
    return fetch(new URL(path, url), init);
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, body };
}
