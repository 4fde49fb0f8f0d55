/** A small JSON client for filling accounts. */
export class JsonApi {
  readonly origin: string;
  headers: Record<string, string> = {};

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The answer of any status, not yet read. */
  ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.origin}${path}`, {
      method,
      headers: { ...this.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** The content of a good answer. @throws with what the server said instead */
  async call<Content>(method: string, path: string, body?: object): Promise<Content> {
    return this.read<Content>(await this.ask(method, path, body));
  }

  /** Sends a form with one file. */
  async upload<Content>(path: string, fields: Record<string, string>, file: Buffer) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'picture.jpg');
    const answer = await fetch(`${this.origin}${path}`, {
      method: 'POST',
      headers: this.headers,
      body: form,
    });
    return this.read<Content>(answer);
  }

  private async read<Content>(answer: Response): Promise<Content> {
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Content;
  }
}
