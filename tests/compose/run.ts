// `npm test -- compose`: builds the images, starts the stack as a clean clone would, and looks at it from outside:
// what the containers may do, the whole-stack tests through the published ports, every replica replaced under load,
// `down` and `up`, backup and restore. Needs Docker with Compose 2.24 or newer; without it, it says so and ends.
//   npm test -- compose -- --no-build      tests the images that are there
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { availablePorts } from '@studiolo/infra/stack/ports';
import { packageScript } from '@studiolo/infra/stack/programs';

import { commandsFor } from '../docs/command-blocks.ts';
import { Load } from '../resilience/load/load.ts';
import { Owner } from '../resilience/load/owner.ts';
import { Compose, type Container, run, serviceOf } from './compose.ts';
import { countsTheRealAddress } from './invented-addresses.ts';
import { checkProperties } from './properties.ts';

const PROJECT = 'studiolo-compose-test';
const SPECS = ['authorisation', 'hostile-client', 'contract', 'life-of-an-account'];
const FIRST_SCALE = { storage: 3, gateway: 2 };
const SCALE = { ...FIRST_SCALE, auth: 2, projects: 2 };
const ROLLED = Object.keys(SCALE);
const CLIENTS = 8;
const DATA_VOLUMES = ['postgres', 'redis', 'minio'].map((name) => `${PROJECT}_${name}`);

const began = performance.now();
const results = { passed: 0, failed: 0 };

const say = (text: string): void =>
  console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`);

function check(sentence: string, isTrue: boolean, detail = ''): void {
  results[isTrue ? 'passed' : 'failed'] += 1;
  say(`  ${isTrue ? 'ok    ' : 'FAILED'} ${sentence}${detail && `: ${detail}`}`);
}

/** Runs a step that throws when it fails. */
async function checkStep(sentence: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
    check(sentence, true);
  } catch (error) {
    check(sentence, false, error instanceof Error ? error.message : String(error));
  }
}

interface Addresses {
  app: string;
  api: string;
  mail: string;
  objectStore: string;
}

async function prepare(folder: string): Promise<{ compose: Compose; addresses: Addresses }> {
  const [app, api, mail, s3] = await availablePorts(4);
  const at = (port: number | undefined): string => `http://localhost:${port}`;
  const addresses = { app: at(app), api: at(api), mail: at(mail), objectStore: at(s3) };
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  const compose = new Compose(PROJECT, {
    ...{ APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) },
    ...{ TEST_S3_PORT: String(s3), APP_URL: addresses.app, API_URL: addresses.api },
    ...{ BACKUP_FOLDER: folder, BACKUP_USER: `${uid}:${gid}` },
  });
  return { compose, addresses };
}

async function wholeStackTests(compose: Compose, addresses: Addresses): Promise<void> {
  const secret = await compose.read('exec', '-T', 'storage', 'cat', '/run/secrets/s3_secret_key');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const specs = SPECS.map((name) => `tests/e2e/${name}.e2e-spec.ts`);
  await run(
    process.execPath,
    [
      ...[...flags, packageScript('jest', 'bin/jest.js'), '--selectProjects', 'e2e', '--runInBand'],
      ...['--runTestsByPath', ...specs],
    ],
    {
      ...{ API_URL: addresses.api, APP_URL: addresses.app, MAIL_URL: addresses.mail },
      ...{ S3_ENDPOINT: addresses.objectStore, S3_BUCKET: 'studiolo', S3_REGION: 'us-east-1' },
      ...{ S3_ACCESS_KEY: 'studiolo', S3_SECRET_KEY: secret },
    },
  );
}

/** Replaces every replica and changes the signing key while people work, whose data can be checked later. */
async function rollsUnderLoad(compose: Compose, addresses: Addresses): Promise<Load> {
  const load = await Load.start([addresses.api], CLIENTS);
  await rolls(compose, load);
  const { length: failuresBefore } = load.report.failures;
  for (const command of commandsFor('compose')) {
    await checkStep(`docs/operations.md: ${command}`, () => compose.type(command));
  }
  const refused = load.report.failures.length - failuresBefore;
  check('changing the signing key refuses no request', refused === 0, `${refused} refused`);
  await load.stop();
  return load;
}

/** Replaces every replica, as an upgrade and each step of changing the signing key do. */
async function rolls(compose: Compose, load: Load): Promise<void> {
  const old = await compose.containers();
  const before = { failures: load.report.failures.length, answers: load.report.answers };
  const log = compose.warnings(...ROLLED);
  await compose.type('infra/compose/roll');
  log.end();
  const failed = load.report.failures.slice(before.failures).map(({ outcome }) => outcome);
  const answered = `${load.report.answers - before.answers} answered`;
  check('a roll refuses no request', failed.length === 0, [answered, ...failed].join(', '));
  // A gateway logs why it refused: the message that was not answered in time, or its own lack of processor time.
  if (failed.length > 0) for (const line of log.lines) say(line);
  const now = await compose.containers();
  const isRolled = (one: Container) => ROLLED.includes(serviceOf(one));
  const kept = now.filter((one) => isRolled(one) && old.some(({ Id }) => Id === one.Id));
  const isComplete = now.filter(isRolled).length === old.filter(isRolled).length;
  check('a roll leaves as many replicas, all new', isComplete && kept.length === 0);
}

async function keepsData(compose: Compose, addresses: Addresses): Promise<void> {
  const owner = await Owner.signUp([addresses.api]);
  await owner.uploadText(await owner.newProject(), 'kept.txt');
  const before = await owner.everything();
  await compose.run('down');
  await compose.up(SCALE);
  const isTheSame = JSON.stringify(await owner.everything()) === JSON.stringify(before);
  check('down and up keep accounts, sessions, projects and files', isTheSame);
}

async function comesBackFromBackup(compose: Compose): Promise<void> {
  await compose.run('run', '--rm', 'backup', 'test');
  await compose.run('down');
  await run('docker', ['volume', 'rm', ...DATA_VOLUMES]);
  await compose.run('run', '--rm', 'restore', 'test');
  await compose.up(SCALE);
}

const succeeds = (...args: string[]): boolean => spawnSync('docker', args).status === 0;

/** Compose brings BuildKit along in some releases and wants the plug-in buildx in others. */
async function build(compose: Compose): Promise<void> {
  const images = ['--profile', 'backup', 'build'];
  say('Building the images');
  try {
    await compose.run(...images);
  } catch (error) {
    if (succeeds('buildx', 'version')) throw error;
    say('Building failed, and there is no buildx here: building again without BuildKit');
    compose.extend(undefined, { DOCKER_BUILDKIT: '0' });
    await compose.run(...images);
  }
}

async function test(compose: Compose, addresses: Addresses, builds: boolean): Promise<void> {
  if (builds) await build(compose);
  say('Starting, as a clean clone does');
  await compose.up(FIRST_SCALE);
  const findings = await checkProperties(await compose.containers(), PROJECT);
  for (const [sentence, found] of Object.entries(findings)) {
    check(sentence, found.length === 0, found.join(', '));
  }

  const isCounted = await countsTheRealAddress(addresses.api);
  check('a client cannot make its address up', isCounted);

  say('Whole-stack tests through the published ports');
  compose.extend('infra/compose/test.yml');
  await compose.up(SCALE);
  await checkStep('the whole-stack tests pass', () => wholeStackTests(compose, addresses));

  say('Replacing every replica under load');
  compose.extend(undefined, { EMAIL_VERIFICATION: 'off' });
  await compose.up(SCALE);
  const load = await rollsUnderLoad(compose, addresses);

  say('Down and up, backup and restore');
  await keepsData(compose, addresses);
  await comesBackFromBackup(compose);
  await load.signInAgain();
  const { damage } = await load.finish();
  check(
    'restored from a backup, everything acknowledged is there once',
    damage.length === 0,
    damage.join(', '),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    allowNegative: true,
    options: { build: { type: 'boolean', default: true } },
  });
  if (!succeeds('info') || !succeeds('compose', 'version')) {
    console.warn(
      'SKIPPED: there is no Docker Engine with Compose here. Nothing of compose was tested.',
    );
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'studiolo-compose-'));
  const { compose, addresses } = await prepare(folder);
  try {
    await compose.run('down', '--volumes', '--remove-orphans');
    await test(compose, addresses, values.build);
  } catch (error) {
    check(
      'the test comes to its end',
      false,
      error instanceof Error ? error.message : String(error),
    );
    await compose.run('logs', '--tail', '20', '--no-color');
  } finally {
    await compose.run('down', '--volumes', '--remove-orphans');
    await rm(folder, { recursive: true, force: true });
  }
  say(`${results.passed} passed, ${results.failed} failed`);
  // A load that a failure has left would go on.
  process.exit(results.failed === 0 ? 0 : 1);
}

await main();
