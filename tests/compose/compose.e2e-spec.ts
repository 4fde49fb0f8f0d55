// A stack of containers as a clean clone gets it, looked at from outside: what the containers may do, the whole-stack
// tests through the published ports, every replica replaced under load, `down` and `up`, backup and restore.
// One story: each test goes on where the one before it ended. Needs Docker with Compose 2.24 or newer.
import { spawnSync } from 'node:child_process';

import { jest } from '@jest/globals';
import { availablePorts } from '@studiolo/infra/stack/ports';
import { packageScript } from '@studiolo/infra/stack/programs';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';

import { commandsFor } from '../docs/command-blocks.ts';
import { Load } from '../resilience/load/load.ts';
import { Owner } from '../resilience/load/owner.ts';
import { outputOf } from '../support/run-program.ts';
import { compose, type Container, containers, run, serviceOf, up, warningsOf } from './compose.ts';
import { leftoverPackages, NODE_PROCESSES, PROPERTIES } from './properties.ts';

jest.setTimeout(40 * 60_000);

const PROJECT = 'studiolo-compose-test';
const SPECS = ['authorisation', 'hostile-client', 'contract', 'life-of-an-account'];
const FIRST_SCALE = { storage: 3, gateway: 2 };
const SCALE = { ...FIRST_SCALE, auth: 2, projects: 2 };
const ROLLED = Object.keys(SCALE);
const CLIENTS = 8;
const DATA_VOLUMES = ['postgres', 'redis', 'minio'].map((name) => `${PROJECT}_${name}`);
const WRONG_PASSWORDS = 10;
/** For how long an account is blocked for all addresses; only the address that tried is blocked for longer. */
const ACCOUNT_BLOCK_SECONDS = 60;

/** Compose brings BuildKit along in some releases and wants the plug-in buildx in others. */
async function build(): Promise<void> {
  const images = ['--profile', 'backup', '--profile', 'inbox', 'build'];
  try {
    await compose(...images);
  } catch (error) {
    if (spawnSync('docker', ['buildx', 'version']).status === 0) throw error;
    process.env.DOCKER_BUILDKIT = '0';
    await compose(...images);
  }
}

const folder = temporaryFolder(duringTests);

const withDocker = withPrograms(describe, 'docker info', 'docker compose version');

withDocker('a stack of containers', () => {
  let first: Container[];
  let load: Load;

  beforeAll(async () => {
    const [app, api, mail, s3] = await availablePorts(4);
    const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
    Object.assign(process.env, {
      COMPOSE_PROFILES: 'inbox',
      ...{ COMPOSE_PROJECT_NAME: PROJECT, COMPOSE_FILE: 'docker-compose.yml' },
      ...{ COMPOSE_PROGRESS: 'plain', COMPOSE_ANSI: 'never' },
      ...{ APP_PORT: app, PORT: api, MAIL_PORT: mail, TEST_S3_PORT: s3 },
      ...{ APP_URL: `http://localhost:${app}`, API_URL: `http://localhost:${api}` },
      ...{ BACKUP_FOLDER: folder(), BACKUP_USER: `${uid}:${gid}` },
    });
    await compose('down', '--volumes', '--remove-orphans');
    await build();
    await up(FIRST_SCALE);
    first = await containers();
  });

  afterAll(() => compose('down', '--volumes', '--remove-orphans'));

  test.each(Object.entries(PROPERTIES))('%s', (_rule, offenders) => {
    expect(offenders(first).map(({ Name }) => Name.slice(1))).toEqual([]);
  });

  test.each(NODE_PROCESSES)('the image of %s has no packages for development', async (service) => {
    const container = first.find((one) => serviceOf(one) === service);
    expect(await leftoverPackages(container?.Config.Image ?? '')).toEqual([]);
  });

  test('the inner network has no way out', async () => {
    const inspection = ['network', 'inspect', `${PROJECT}_inside`, '--format', '{{.Internal}}'];
    expect(await outputOf('docker', inspection)).toBe('true');
  });

  test('wrong passwords are counted for the client’s real address, whatever X-Forwarded-For it sends', async () => {
    const account = { email: 'nobody@example.com', password: 'wrong password' };
    const attempt = (count: number) =>
      new Api().post('/api/auth/login', account, { 'x-forwarded-for': `203.0.113.${count}` });
    for (let count = 0; count < WRONG_PASSWORDS; count += 1) {
      expect((await attempt(count)).status).toBe(401);
    }
    const { status, headers } = await attempt(WRONG_PASSWORDS);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(ACCOUNT_BLOCK_SECONDS);
  });

  test('the whole-stack tests pass through the published ports', async () => {
    process.env.COMPOSE_FILE += ':infra/compose/test.yml';
    await up(SCALE);
    const key = ['compose', 'exec', '-T', 'storage', 'cat', '/run/secrets/s3_secret_key'];
    const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const specs = SPECS.map((name) => `tests/e2e/${name}.e2e-spec.ts`);
    const jestArgs = ['--selectProjects', 'e2e', '--runInBand', '--runTestsByPath', ...specs];
    await run(process.execPath, [...flags, packageScript('jest', 'bin/jest.js'), ...jestArgs], {
      MAIL_URL: `http://localhost:${environment('MAIL_PORT')}`,
      S3_ENDPOINT: `http://localhost:${environment('TEST_S3_PORT')}`,
      ...{ S3_BUCKET: 'studiolo', S3_REGION: 'us-east-1', S3_ACCESS_KEY: 'studiolo' },
      S3_SECRET_KEY: await outputOf('docker', key),
    });
  });

  describe('under load', () => {
    beforeAll(async () => {
      process.env.EMAIL_VERIFICATION = 'off';
      await up(SCALE);
      load = await Load.start([environment('API_URL')], CLIENTS);
    });

    afterAll(() => load.stop());

    /**
     * What became of the requests that failed while a command ran, then why: a gateway warns of the message that was not
     * answered in time, or of its own lack of processor time. Nothing when all succeeded.
     */
    async function failuresDuring(command: string): Promise<string[]> {
      const { failures } = load.report;
      const before = failures.length;
      const log = warningsOf(ROLLED);
      await run('bash', ['-c', command]);
      log.end();
      const outcomes = failures.slice(before).map(({ outcome }) => outcome);
      return outcomes.length > 0 ? [...outcomes, ...log.lines] : [];
    }

    const rolledIds = async () =>
      (await containers()).filter((one) => ROLLED.includes(serviceOf(one))).map(({ Id }) => Id);

    test('a roll refuses no request, and leaves as many replicas, all new', async () => {
      const old = await rolledIds();
      expect(await failuresDuring('infra/compose/roll')).toEqual([]);
      const rolled = await rolledIds();
      expect(rolled).toHaveLength(old.length);
      expect(rolled.filter((id) => old.includes(id))).toEqual([]);
    });

    test.each(commandsFor('compose'))(
      'works as docs/operations.md says, and refuses no request: %s',
      async (command) => expect(await failuresDuring(command)).toEqual([]),
    );
  });

  test('accounts, sessions, projects and files outlive down and up', async () => {
    const owner = await Owner.signUp([environment('API_URL')]);
    await owner.uploadText(await owner.newProject(), 'kept.txt');
    const before = await owner.everything();
    await compose('down');
    await up(SCALE);
    expect(await owner.everything()).toEqual(before);
  });

  test('restored from a backup, everything acknowledged is there once', async () => {
    await compose('run', '--rm', 'backup', 'test');
    await compose('down');
    await run('docker', ['volume', 'rm', ...DATA_VOLUMES]);
    await compose('run', '--rm', 'restore', 'test');
    await up(SCALE);
    await load.signInAgain();
    expect((await load.finish()).damage).toEqual([]);
  });
});
