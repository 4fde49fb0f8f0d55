import { type Account, freshEmail, newAccount } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { mailsTo, tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

import type { CrashStack } from './crash-stack.ts';

/** Something a user does that changes data, and the effect it must have had exactly once. */
export interface Operation {
  id: string;
  title: string;
  /** Pattern of the message whose handler is killed. */
  message: string;
  expected: string;
  /** Makes what it needs; the result does it and checks its effect. */
  prepare: (stack: CrashStack) => Promise<Prepared>;
}

interface Prepared {
  act: () => Promise<Answer>;
  status: number;
  /** Repeated until it passes. */
  check: (answer: Answer) => Promise<void>;
}

const PHOTO = jpeg(100_000);
const photo = (name: string) => new File([PHOTO], name, { type: 'image/jpeg' });

interface Studio extends Account {
  userId: string;
  projectId: string;
}

/** An account with one project in it. */
async function newStudio(): Promise<Studio> {
  const account = await newAccount();
  const { body } = await account.api.get('/api/auth/profile');
  const { id: userId } = body.user as { id: string };
  return { ...account, userId, projectId: await account.api.newProject() };
}

/** The same with one file in the project. */
async function newStudioWithFile(): Promise<Studio> {
  const studio = await newStudio();
  expect(await studio.api.upload(studio.projectId, [photo('first.jpg')])).toMatchObject({
    status: 201,
  });
  return studio;
}

async function prepareCreate(stack: CrashStack): Promise<Prepared> {
  const { api, userId } = await newStudio();
  return {
    act: () => api.post('/api/projects', { title: 'Struck', client: 'Ines' }),
    status: 201,
    check: async ({ body }) => {
      const list = await api.get('/api/projects?search=Struck');
      expect((list.body.projects as { id: string }[]).map(({ id }) => id)).toEqual([
        (body.project as { id: string }).id,
      ]);
      expect(await stack.count('projects.projects', 'user_id = $1', [userId])).toBe(2);
    },
  };
}

async function prepareSignup(stack: CrashStack): Promise<Prepared> {
  const email = freshEmail();
  const password = 'golden-hour-6';
  return Promise.resolve({
    act: () => new Api().post('/api/auth/signup', { email, password, name: 'Iris' }),
    status: 201,
    check: async () => {
      expect(await stack.count('auth.attempts', 'email = $1', [email])).toBe(1);
      expect(await mailsTo(email)).toHaveLength(1);
      const token = await tokenMailedTo(email, '/verify-email');
      const verified = await new Api().post('/api/auth/verify-email', { token });
      expect(verified.status).toBe(200);
    },
  });
}

async function prepareUpload(stack: CrashStack): Promise<Prepared> {
  const { api, userId, projectId } = await newStudio();
  const objectsBefore = await stack.objectKeys();
  return {
    act: () => api.upload(projectId, [photo('struck.jpg')]),
    status: 201,
    check: async () => {
      const { body } = await api.get(`/api/projects/${projectId}`);
      expect(body.project).toMatchObject({ files: [{ filename: 'struck.jpg' }] });
      const download = await api.fetch(`/api/download/${projectId}/struck.jpg`);
      expect(Buffer.from(await download.arrayBuffer()).equals(PHOTO)).toBe(true);
      expect(await stack.count('storage.files', 'user_id = $1', [userId])).toBe(1);
      expect(await stack.objectKeys()).toHaveLength(objectsBefore.length + 1);
      expect(await stack.count('storage.upload_files', 'user_id = $1', [userId])).toBe(0);
    },
  };
}

async function prepareDeleteFile(stack: CrashStack): Promise<Prepared> {
  const objectsBefore = await stack.objectKeys();
  const { api, projectId } = await newStudioWithFile();
  return {
    act: () => api.delete(`/api/delete/${projectId}/first.jpg`),
    status: 200,
    check: async () => {
      const { body } = await api.get(`/api/projects/${projectId}`);
      expect(body.project).toMatchObject({ files: [] });
      expect(await stack.objectKeys()).toEqual(objectsBefore);
    },
  };
}

async function prepareDeleteProject(stack: CrashStack): Promise<Prepared> {
  const objectsBefore = await stack.objectKeys();
  const { api, userId, projectId } = await newStudioWithFile();
  return {
    act: () => api.delete(`/api/projects/${projectId}`),
    status: 200,
    check: async () => {
      expect(await api.get(`/api/projects/${projectId}`)).toMatchObject({ status: 404 });
      expect(await stack.count('storage.files', 'user_id = $1', [userId])).toBe(0);
      expect(await stack.objectKeys()).toEqual(objectsBefore);
    },
  };
}

async function prepareDeleteAccount(stack: CrashStack): Promise<Prepared> {
  const objectsBefore = await stack.objectKeys();
  const { api, userId, email } = await newStudioWithFile();
  return {
    act: () => api.delete('/api/auth/account'),
    status: 200,
    check: async () => {
      expect(await api.get('/api/projects')).toMatchObject({ status: 401 });
      expect(await stack.count('auth.accounts', 'email = $1', [email])).toBe(0);
      expect(await stack.count('auth.sessions', 'user_id = $1', [userId])).toBe(0);
      expect(await stack.count('projects.projects', 'user_id = $1', [userId])).toBe(0);
      expect(await stack.count('storage.files', 'user_id = $1', [userId])).toBe(0);
      expect(await stack.objectKeys()).toEqual(objectsBefore);
    },
  };
}

const ONE_ANSWER = 'one answer, a success; nothing left in streams, outboxes and queue';

export const OPERATIONS: Operation[] = [
  {
    id: 'X1',
    title: 'create project',
    message: 'projects.create',
    expected: `${ONE_ANSWER}; one project`,
    prepare: prepareCreate,
  },
  {
    id: 'X2',
    title: 'sign up',
    message: 'auth.signup',
    expected: `${ONE_ANSWER}; one account, one mail whose link works`,
    prepare: prepareSignup,
  },
  {
    id: 'X3',
    title: 'begin upload',
    message: 'storage.begin-upload',
    expected: `${ONE_ANSWER}; one file with its bytes, nothing reserved`,
    prepare: prepareUpload,
  },
  {
    id: 'X4',
    title: 'commit upload',
    message: 'storage.commit-upload',
    expected: `${ONE_ANSWER}; one file with its bytes, nothing reserved`,
    prepare: prepareUpload,
  },
  {
    id: 'X5',
    title: 'delete file',
    message: 'storage.delete-file',
    expected: `${ONE_ANSWER}; file, bytes and object gone`,
    prepare: prepareDeleteFile,
  },
  {
    id: 'X6',
    title: 'delete project',
    message: 'projects.delete',
    expected: `${ONE_ANSWER}; project, its files and their objects gone`,
    prepare: prepareDeleteProject,
  },
  {
    id: 'X7',
    title: 'delete account',
    message: 'auth.delete-account',
    expected: `${ONE_ANSWER}; account, sessions, projects, files and objects gone`,
    prepare: prepareDeleteAccount,
  },
];
