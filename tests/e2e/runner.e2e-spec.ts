// The runner as `npm start` runs it, with data folders and ports of its own, and the backup of its data folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { availablePorts } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { isAlive } from '@studiolo/infra/test/is-alive';
import { freshEmail, PASSWORD, signIn, signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { runProgram } from '../support/run-program.ts';

const START = join(ROOT, 'infra', 'stack', 'start.ts');
const READY_WITHIN_MS = 90_000;
jest.setTimeout(2 * READY_WITHIN_MS);

let ports: { APP_PORT: string; PORT: string; MAIL_PORT: string };
let runner: ChildProcess;
let output: string;
/** Resolves with the exit code. */
let ended: Promise<unknown[]>;

beforeAll(async () => {
  const [app, api, mail] = await availablePorts(3);
  ports = { APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) };
});

afterAll(async () => {
  runner.kill('SIGTERM');
  await ended;
});

const folder = temporaryFolder(duringTests);

const dataFolder = (name: string) => join(folder(), name);
const at = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;

function start(name: string, ...args: string[]): void {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataFolder(name), ...ports };
  runner = spawn(process.execPath, [START, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  output = '';
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  ended = once(runner, 'close');
}

const prints = (text: string) => eventually(() => expect(output).toContain(text), READY_WITHIN_MS);

async function processIds(name: string): Promise<number[]> {
  const content = await readFile(join(dataFolder(name), 'stack.json'), 'utf8');
  return (JSON.parse(content) as { parts: { pid: number }[] }).parts.map(({ pid }) => pid);
}

async function expectEndBy(signal: NodeJS.Signals, started: number[]): Promise<void> {
  runner.kill(signal);
  expect((await ended)[0]).toBe(0);
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
    await prints('Studiolo is ready');
    expect(output).toContain(`App   ${at('APP_PORT')}`);
    expect(output).toContain(`API   ${at('PORT')}`);
    expect(output).toContain(`Mail  ${at('MAIL_PORT')}`);
    expect((await fetch(`${at('APP_PORT')}/dashboard`)).status).toBe(200);
    expect(await processIds('first')).toHaveLength(11);

    api = new Api('', at('PORT'));
    await signUp(account, api, at('MAIL_PORT'));
    projectId = await api.newProject();
    await api.upload(projectId, [new File([new Uint8Array(photo)], 'quay.jpg')]);
  });

  test('has no data that can be backed up while it runs', () =>
    expectRefusal('backup', 'first', 'End it first'));

  test('ends every process that it has started on SIGTERM', async () => {
    await expectEndBy('SIGTERM', await processIds('first'));
    expect(existsSync(join(dataFolder('first'), 'stack.json'))).toBe(false);
  });

  test('has everything but sessions after a backup and a restore of its data folder', async () => {
    expect(await dataFolderScript('backup', 'first')).toMatchObject({ code: 0 });
    expect(await dataFolderScript('restore', 'second')).toMatchObject({ code: 0 });
    start('second');
    await prints('Studiolo is ready');
    expect((await api.get('/api/storage/usage')).status).toBe(401);
    expect(await signIn(account, api)).toBe(true);
    const answer = await api.fetch(`/api/download/${projectId}/quay.jpg`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
    await expectEndBy('SIGTERM', await processIds('second'));
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
    await prints('ready  PostgreSQL');
    await expectEndBy('SIGINT', await processIds('fourth'));
  });
});
