import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { freshEmail } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { jpeg } from '@studiolo/testing/samples';

import { PROJECT_PLACE } from './bodies.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Living {
  token: string;
  projectId: string;
}

const FILE = 'harbour.jpg';
/** Calls that end the session, or remove the project or its file. */
const ENDED_SESSION = ['logout', 'deleteAccount'];
const ENDED_PROJECT = ['deleteProject', 'deleteFile'];
const UNSIGNED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;

/** Sends generated requests as somebody who has a project with a file, and makes new ones when these are gone. */
export class FuzzClient {
  private readonly address: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private token: string | undefined;
  private projectId: string | undefined;

  constructor(address: string) {
    this.address = address;
  }

  async send(fuzz: FuzzRequest): Promise<FuzzAnswer> {
    this.token ??= await this.signUp();
    this.projectId ??= await this.newProject(this.token);
    const answer = await this.exchange(fuzz, { token: this.token, projectId: this.projectId });
    const ended = answer.status < 300 ? fuzz.operation.operationId : '';
    if (ENDED_SESSION.includes(ended)) this.token = undefined;
    if ([...ENDED_SESSION, ...ENDED_PROJECT].includes(ended)) this.projectId = undefined;
    return answer;
  }

  close(): void {
    this.agent.destroy();
  }

  private async signUp(): Promise<string> {
    const account = { email: freshEmail(), password: 'golden-hour-6', name: 'Iris' };
    const { body } = await new Api(undefined, this.address).post('/api/auth/signup', account);
    return String(body.token);
  }

  private async newProject(token: string): Promise<string> {
    const api = new Api(token, this.address);
    const created = await api.post('/api/projects', { title: 'Harbour', client: 'Lind' });
    const projectId = (created.body.project as { id: string }).id;
    const upload = await api.upload(projectId, [new File([new Uint8Array(jpeg(400))], FILE)]);
    if (upload.status !== 201) throw new Error(`The file was refused with ${upload.status}`);
    return projectId;
  }

  private exchange(fuzz: FuzzRequest, { token, projectId }: Living): Promise<FuzzAnswer> {
    const { hostname, port } = new URL(this.address);
    const body = fuzz.body && withProject(fuzz.body, projectId);
    const options = {
      ...{ hostname, port, agent: this.agent },
      method: fuzz.operation.method.toUpperCase(),
      path: fuzz.path.replaceAll('{project}', projectId).replaceAll('{file}', FILE),
      headers: {
        ...fuzz.headers,
        ...authorization(fuzz.identity, token),
        ...(body && { 'content-length': String(body.length) }),
      },
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (answer) => {
        const { statusCode: status = 0, headers } = answer;
        text(answer).then((content) => resolve({ status, headers, text: content }), reject);
      });
      outgoing.on('error', reject).end(body);
    });
  }
}

function authorization(identity: FuzzRequest['identity'], token: string): Record<string, string> {
  if (identity === 'nobody') return {};
  return { authorization: `Bearer ${identity === 'owner' ? token : UNSIGNED}` };
}

function withProject(body: Buffer, projectId: string): Buffer {
  const at = body.indexOf(PROJECT_PLACE);
  if (at < 0) return body;
  const copy = Buffer.from(body);
  copy.write(projectId, at);
  return copy;
}
