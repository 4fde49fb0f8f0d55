import { newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { jpeg } from '@studiolo/testing/samples';
import type { Request } from 'autocannon';

import { FILE_BYTES, FILES, type Load, projectFields, PROJECTS, type Subject } from './subject.ts';

interface StoredProject {
  id: string;
  files: { filename: string }[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PICTURE = jpeg(FILE_BYTES);
const BOUNDARY = 'studiolo-bench-f4b1c7';

async function member(origin: string) {
  const { api, ...login } = await newAccount('Iris', new Api('', origin));
  return { api, login, headers: { authorization: `Bearer ${api.bearer}` } };
}

/** Makes the projects and files that are read; gives what the list says of them. */
async function fill(api: Api): Promise<StoredProject[]> {
  const ids: string[] = [];
  for (let number = 1; number <= PROJECTS; number += 1) {
    ids.push(await api.newProject(projectFields(number)));
  }
  for (const id of ids.slice(0, FILES)) {
    const file = new File([new Uint8Array(PICTURE)], 'picture.jpg');
    const { status, body } = await api.upload(id, [file]);
    if (status !== 201) throw new Error(`The upload answered ${status}: ${String(body.error)}`);
  }
  return (await api.get('/api/projects')).body.projects as StoredProject[];
}

/** Bodies of forms that differ in the name of their file alone. */
function formsWith(projectId: string): () => Buffer {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name=`;
  const project = `${part}"project_id"\r\n\r\n${projectId}\r\n`;
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  let number = 0;
  return () => {
    number += 1;
    const file = `${part}"file"; filename="photo-${number}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    return Buffer.concat([Buffer.from(project + file), PICTURE, end]);
  };
}

/** Uploads go to a project that is deleted with all of them afterwards, so that the disk does not fill. */
async function uploads(api: Api, headers: Record<string, string>): Promise<Load> {
  let projectId = await api.newProject();
  let nextForm = formsWith(projectId);
  const request: Request = {
    method: 'POST',
    path: '/api/upload',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    setupRequest: (sent) => ({ ...sent, body: nextForm() }),
  };
  const tidy = async () => {
    await api.delete(`/api/projects/${projectId}`);
    projectId = await api.newProject();
    nextForm = formsWith(projectId);
  };
  return { requests: [request], tidy };
}

/** Fills an account of a running Studiolo and gives the load of each operation on it. */
export async function studioloLoads(origin: string): Promise<Subject['loads']> {
  const reader = await member(origin);
  // Creates and uploads are done by another account, so that the reader's lists stay the same.
  const writer = await member(origin);
  const projects = await fill(reader.api);
  const withFile = projects.find(({ files }) => files.length > 0);
  const filename = withFile?.files[0]?.filename ?? '';
  const get = (path: string): Request => ({ method: 'GET', path, headers: reader.headers });
  const post = (path: string, body: object, headers = {}): Request => ({
    ...{ method: 'POST', path, headers: { ...headers, ...JSON_TYPE } },
    body: JSON.stringify(body),
  });
  return {
    list: { requests: [get('/api/projects')] },
    get: { requests: projects.map(({ id }) => get(`/api/projects/${id}`)) },
    create: { requests: [post('/api/projects', projectFields(0), writer.headers)] },
    login: { requests: [post('/api/auth/login', reader.login)] },
    upload: await uploads(writer.api, writer.headers),
    download: { requests: [get(`/api/download/${withFile?.id}/${encodeURIComponent(filename)}`)] },
  };
}
