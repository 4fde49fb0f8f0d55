const MAIL_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 300;

interface Credentials {
  email: string;
  password: string;
}

/** The few public calls that fill an account, made as a browser would make them. */
export class ApiClient {
  private token = '';
  private readonly apiUrl: string;
  private readonly mailUrl: string | undefined;

  /** Without the address of a mail inbox, an account that must be verified by mail cannot be made. */
  constructor(apiUrl: string, mailUrl: string | undefined) {
    this.apiUrl = apiUrl;
    this.mailUrl = mailUrl;
  }

  /** True when the account exists and the password fits. */
  async login(credentials: Credentials): Promise<boolean> {
    const response = await this.send('POST', '/api/auth/login', credentials);
    if (response.status === 401) return false;
    this.token = ((await this.content(response)) as { token: string }).token;
    return true;
  }

  async signUp(credentials: Credentials, name: string): Promise<void> {
    const response = await this.send('POST', '/api/auth/signup', { ...credentials, name });
    const answer = (await this.content(response)) as { token?: string };
    this.token = answer.token ?? (await this.verify(credentials.email));
  }

  async createProject(fields: Record<string, string | undefined>): Promise<string> {
    const response = await this.send('POST', '/api/projects', fields);
    return ((await this.content(response)) as { project: { id: string } }).project.id;
  }

  async upload(projectId: string, filename: string, bytes: Buffer): Promise<void> {
    const form = new FormData();
    form.set('project_id', projectId);
    form.set('file', new Blob([new Uint8Array(bytes)]), filename);
    const response = await fetch(`${this.apiUrl}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}` },
      body: form,
    });
    await this.content(response);
  }

  private async verify(email: string): Promise<string> {
    const token = await this.tokenFromMail(email);
    const response = await this.send('POST', '/api/auth/verify-email', { token });
    return ((await this.content(response)) as { token: string }).token;
  }

  private async tokenFromMail(email: string): Promise<string> {
    if (this.mailUrl === undefined) {
      throw new Error('the account must be verified by a mail that went to your own server');
    }
    const deadline = performance.now() + MAIL_WITHIN_MS;
    while (performance.now() < deadline) {
      const mails = await (await fetch(`${this.mailUrl}/email`)).json();
      const text = (mails as { text?: string; to?: { address: string }[] }[]).find(({ to }) =>
        to?.some(({ address }) => address === email),
      )?.text;
      const token = /[?&]token=([^&\s]+)/.exec(text ?? '')?.[1];
      if (token !== undefined) return decodeURIComponent(token);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    throw new Error('no verification mail came');
  }

  private send(method: string, path: string, body: object): Promise<Response> {
    return fetch(`${this.apiUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify(body),
    });
  }

  private async content(response: Response): Promise<unknown> {
    if (response.ok) return response.json();
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  }
}
