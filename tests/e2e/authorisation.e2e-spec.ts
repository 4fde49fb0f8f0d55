// Every documented call, made by people who may not make it.
import { type Account, freshEmail, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

import { type DocumentedOperation, readOpenApi } from '../support/openapi.ts';

const PHOTO = new File([jpeg(20_000)], 'harbour.jpg');

const openApi = await readOpenApi();
/** An empty alternative means that the session is optional. */
const isGuarded = ({ security }: DocumentedOperation) =>
  security.length > 0 && security.every((one) => JSON.stringify(one) !== '{}');
const guarded = openApi.operations.filter(isGuarded);
const namesSomething = ({ operationId, path }: DocumentedOperation) =>
  path.includes('{') || operationId === 'upload';

/** Makes a call about a project and its one file, whatever else it takes. */
function call(
  api: Api,
  { operationId, method, path, requestBody }: DocumentedOperation,
  projectId: string,
): Promise<Response> {
  if (operationId === 'upload') {
    const body = new FormData();
    body.append('project_id', projectId);
    body.append('file', PHOTO);
    return api.fetch(path, { method, body });
  }
  const url = path.replace(/\{(id|projectId)\}/, projectId).replace(/\{\w+\}/, PHOTO.name);
  return api.send(method.toUpperCase(), url, requestBody && { title: 'Taken' });
}

async function endedSession(end: (account: Account) => Promise<Answer>): Promise<Api> {
  const account = await newAccount();
  expect((await end(account)).status).toBe(200);
  return account.api;
}

/** Somebody who sends the token of a mailed link as if it were a session. */
async function mailedToken(call: string, email: string, page: string): Promise<Api> {
  await new Api().post(`/api/auth/${call}`, { email, password: PASSWORD, name: 'Noa' });
  return new Api(await tokenMailedTo(email, page));
}

let owner: Account;
let stranger: Account;
let projectId: string;
let identities: Record<string, Api>;

beforeAll(async () => {
  [owner, stranger] = [await newAccount(), await newAccount()];
  projectId = await owner.api.newProject();
  expect((await owner.api.upload(projectId, [PHOTO])).status).toBe(201);
  identities = {
    'nobody at all': new Api(),
    'a session that was logged out': await endedSession(({ api }) => api.post('/api/auth/logout')),
    'an account that was deleted': await endedSession(({ api }) => api.delete('/api/auth/account')),
    'a reset token': await mailedToken('forgot-password', owner.email, '/reset-password'),
    'a verification token': await mailedToken('signup', freshEmail(), '/verify-email'),
  };
});

test('[S3] signing up, signing in and following a link need no session, and nothing else', () => {
  const open = openApi.operations.filter((operation) => !isGuarded(operation));
  expect(open.map(({ operationId }) => operationId).sort()).toEqual([
    'forgotPassword',
    'googleCallback',
    'googleUrl',
    'linkGoogle',
    'login',
    'resendVerification',
    'resetPassword',
    'signup',
    'undoEmailChange',
    'verifyEmail',
  ]);
});

test.each(guarded)(
  '[S1] $operationId is refused with 401, as documented, for everybody without a live session',
  async (operation) => {
    for (const [name, api] of Object.entries(identities)) {
      const answer = await call(api, operation, projectId);
      const complaints = await openApi.complaints(operation, answer.clone());
      expect([name, answer.status, complaints]).toEqual([name, 401, []]);
    }
  },
);

test.each(guarded.filter(namesSomething))(
  "[S3] $operationId answers somebody else's project like one that does not exist, and changes nothing",
  async (operation) => {
    for (const id of [crypto.randomUUID(), projectId]) {
      expect((await call(stranger.api, operation, id)).status).toBe(404);
    }
    const { body } = await owner.api.get(`/api/projects/${projectId}`);
    expect(body.project).toMatchObject({
      title: 'Harbour',
      files: [{ filename: 'harbour.jpg', size: 20_000 }],
    });
  },
);
