// The runner as `npm start` runs it, with data folders and ports of its own, and the backup of its data folder.
import { existsSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { readStackFile } from '@studiolo/infra/stack/lock';
import { availablePorts } from '@studiolo/infra/stack/ports';
import { isAlive } from '@studiolo/infra/test/is-alive';
import { freshEmail, PASSWORD, signIn, signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { npmStart, type Runner } from '@studiolo/testing/npm-start';
import { jpeg } from '@studiolo/testing/samples';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { runProgram } from '../support/run-program.ts';

jest.setTimeout(180_000);

let ports: { APP_PORT: string; PORT: string; MAIL_PORT: string };
let runner: Runner;

beforeAll(async () => {
  const [app, api, mail] = await availablePorts(3);
  ports = { APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) };
});

afterAll(() => runner.end());

const folder = temporaryFolder(duringTests);

const dataFolder = (name: string) => join(folder(), name);
const at = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;

function start(name: string, ...args: string[]): void {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataFolder(name), ...ports };
  runner = npmStart({ args, env });
}

const processIds = (name: string): number[] =>
  readStackFile(dataFolder(name))?.parts.map(({ pid }) => pid) ?? [];

async function expectEndBy(signal: NodeJS.Signals, started: number[]): Promise<void> {
  expect(await runner.end(signal)).toBe(0);
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter(isAlive)).toEqual([]);
}

/** `npm run backup` or `npm run restore` on a data folder. */
function dataFolderScript(task: 'backup' | 'restore', name: string) {
  const args = ['infra/backup/data-folder.ts', task, join(folder(), 'studiolo.tar.gz')];
  const env = { DATA_DIR: dataFolder(name), DATABASE_URL: '', S3_ENDPOINT: '' };
  return runProgram(process.execPath, args, { env });
}

async function expectRefusal(task: 'backup' | 'restore', name: string, why: string) {
  const { code, text } = await dataFolderScript(task, name);
  expect(text).toContain(why);
  expect(code).toBe(1);
}

// One story: each test goes on where the one before it ended.
describe('npm start', () => {
  const account = { email: freshEmail(), password: PASSWORD, name: 'Iris Aperture' };
  const photo = jpeg(20_000);
  let api: Api;
  let projectId: string;

  test('prints the addresses, answers on them and scales', async () => {
    start('first', '--scale', 'storage=2', 'auth=2');
    await runner.ready();
    expect(runner.output()).toContain(`App   ${at('APP_PORT')}`);
    expect(runner.output()).toContain(`API   ${at('PORT')}`);
    expect(runner.output()).toContain(`Mail  ${at('MAIL_PORT')}`);
    expect((await fetch(`${at('APP_PORT')}/dashboard`)).status).toBe(200);
    expect(processIds('first')).toHaveLength(11);

    api = new Api('', at('PORT'));
    await signUp(account, api, at('MAIL_PORT'));
    projectId = await api.newProject();
    await api.upload(projectId, [new File([new Uint8Array(photo)], 'quay.jpg')]);
  });

  test('has no data that can be backed up while it runs', () =>
    expectRefusal('backup', 'first', 'End it first'));

  test('ends every process that it has started on SIGTERM', async () => {
    await expectEndBy('SIGTERM', processIds('first'));
    expect(existsSync(join(dataFolder('first'), 'stack.json'))).toBe(false);
  });

  test('has everything but sessions after a backup and a restore of its data folder', async () => {
    expect(await dataFolderScript('backup', 'first')).toMatchObject({ code: 0 });
    expect(await dataFolderScript('restore', 'second')).toMatchObject({ code: 0 });
    start('second');
    await runner.ready();
    expect((await api.get('/api/storage/usage')).status).toBe(401);
    expect(await signIn(account, api)).toBe(true);
    const answer = await api.fetch(`/api/download/${projectId}/quay.jpg`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
    await expectEndBy('SIGTERM', processIds('second'));
  });

  test.each([
    ['backup', 'is there already'],
    ['restore', 'There are data already'],
  ] as const)('loses nothing to a second %s', (task, why) => expectRefusal(task, 'first', why));

  test('gets no data folder from an archive that was cut', async () => {
    await truncate(join(folder(), 'studiolo.tar.gz'), 100_000);
    expect(await dataFolderScript('restore', 'third')).toMatchObject({ code: 1 });
    expect(existsSync(dataFolder('third'))).toBe(false);
    expect(existsSync(`${dataFolder('third')}.unfinished`)).toBe(false);
  });

  test('ends every process when it gets a signal while it starts', async () => {
    start('fourth');
    await runner.prints('ready  PostgreSQL');
    await expectEndBy('SIGINT', processIds('fourth'));
  });
});
