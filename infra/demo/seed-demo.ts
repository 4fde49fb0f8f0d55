// `npm start -- --demo`: creates an account with pictures and with projects in every status through the public API.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { signIn, signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';

import { sampleProjects } from './sample-projects.ts';

/** Published login for a stack on the reader's own machine. */
const account = { email: 'demo@studiolo.example', password: 'darkroom' };

/**
 * Creates the account unless it exists, and prints its login. The stack's own inbox, if it has one, receives the
 * verification mail.
 */
export async function seedDemo(apiUrl: string, mailUrl: string | undefined): Promise<void> {
  const api = new Api('', apiUrl);
  if (!(await signIn(account, api))) {
    console.log('Creating the demonstration account …');
    await signUp({ ...account, name: 'Ada Lindqvist' }, api, mailUrl);
    for (const { files = [], ...fields } of sampleProjects) {
      const id = await api.newProject(fields);
      for (const name of files) await upload(api, id, name);
      console.log(`  made   ${fields.title}`);
    }
  }
  console.log(`\n  Sign in as ${account.email} with the password ${account.password}\n`);
}

async function upload(api: Api, projectId: string, name: string): Promise<void> {
  const bytes = await readFile(join(import.meta.dirname, 'files', name));
  const { status, body } = await api.upload(projectId, [new File([new Uint8Array(bytes)], name)]);
  if (status !== 201)
    throw new Error(`The upload of ${name} was answered with ${status}: ${String(body.error)}`);
}
