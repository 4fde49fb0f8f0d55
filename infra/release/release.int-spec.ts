// What of a release can be tried without a registry.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';
import { parse } from 'yaml';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const workflow = readFileSync('.github/workflows/release.yml', 'utf8');

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const folder = temporaryFolder();

/** The answer of the script in a repository with what the release notes read. */
function notesOf(tag: string, { changelog = CHANGELOG, tags = '' } = {}) {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder(), path)), { recursive: true });
    writeFileSync(join(folder(), path), text);
  };
  const git = (...args: string[]) =>
    run('git', '-C', folder(), '-c', 'user.name=a', '-c', 'user.email=a@b', ...args);
  put('infra/release/notes.mjs', readFileSync('infra/release/release-notes.mjs', 'utf8'));
  put('package.json', '{"version":"0.1.0"}');
  put('libs/transport/package.json', '{"version":"0.7.0"}');
  put('infra/helm/studiolo/Chart.yaml', 'version: 0.1.0\nappVersion: 0.1.0\n');
  put('CHANGELOG.md', changelog);
  for (const args of ['init -q', 'add .', 'commit -qm one']) git(...args.split(' '));
  put('later.txt', 'later');
  for (const args of ['add .', 'commit -qm two']) git(...args.split(' '));
  if (tags) git('tag', ...tags.split(' '));
  return run(process.execPath, join(folder(), 'infra/release/notes.mjs'), tag);
}
const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-25\n\n- First.\n\n## 0.0.9 - x\n';

test('the release notes are the version’s section of the changelog, whatever the transport’s version', () => {
  expect(notesOf('v0.1.0')).toEqual({ status: 0, stdout: '- First.\n', stderr: '' });
  expect(notesOf('v0.1.0', { tags: 'v0.1.0 HEAD^' }).status).toBe(0);
});

test.each([
  ['v9.9.9', {}, 'package.json, infra/helm/studiolo/Chart.yaml'],
  ['main', {}, 'Usage:'],
  ['v0.1.0', { tags: 'v0.1.0' }, 'not the commit that wrote the changelog'],
  ['v0.1.0', { changelog: CHANGELOG.replace('ed\n', 'ed\n\n- More.\n') }, 'under Unreleased'],
])('the tag %s is refused with the reason (%j)', (tag, state, reason) => {
  const { status, stdout, stderr } = notesOf(tag, state);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(reason);
});

test('exactly the images that compose builds for a registry are published, under the same names', () => {
  interface Compose {
    services: Record<string, { build?: unknown; image?: string }>;
  }
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), {
    merge: true,
  }) as Compose;
  // An image of localhost is for a trial on this machine alone.
  const built = Object.entries(services).filter(
    ([, { build, image }]) => build !== undefined && !image?.startsWith('localhost/'),
  );
  const images = new Set(built.map(([, { image }]) => image));
  const targets = /mode=max'\n\s+(.*)$/m.exec(workflow)?.[1]?.split(' ') ?? [];
  expect(new Set(targets.map((name) => services[name]?.image))).toEqual(images);
  expect(targets).toHaveLength(images.size);
  for (const name of targets) {
    expect(services[name]?.image).toMatch(
      new RegExp(`studiolo-${name}:.{STUDIOLO_VERSION:-local}$`),
    );
  }
});

withPrograms(test, 'docker buildx version')(
  'buildx would build every image with its tag, for both platforms and with attestations',
  () => {
    interface Workflow {
      jobs: Record<string, { steps: { run?: string }[] }>;
    }
    interface Bake {
      target: Record<string, { tags: string[]; platforms: string[]; attest: unknown[] }>;
    }
    const { steps = [] } = (parse(workflow) as Workflow).jobs.images ?? {};
    const step = steps.flatMap((one) => one.run ?? []).find((text) => text.includes('bake')) ?? '';
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `${step} --print`], {
      encoding: 'utf8',
      env: { ...process.env, STUDIOLO_VERSION: '9.9.9', STUDIOLO_REGISTRY: 'registry.example.com' },
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const targets = Object.entries((JSON.parse(stdout) as Bake).target);
    expect(targets.map(([name]) => name)).toHaveLength(6);
    for (const [name, { tags, platforms, attest }] of targets) {
      expect(tags).toEqual([`registry.example.com/studiolo-${name}:9.9.9`]);
      expect(platforms.join(',')).toBe('linux/amd64,linux/arm64');
      // Older versions of buildx print attestations as text.
      expect(JSON.stringify(attest)).toMatch(/sbom.*provenance/);
    }
  },
);

withPrograms(test, 'helm')('the chart is packed under the name that is then published', () => {
  const packed = run('helm', 'package', 'infra/helm/studiolo', '--destination', folder());
  expect(packed).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(folder())).toEqual([`studiolo-${version}.tgz`]);
});

withPrograms(test, 'actionlint')('actionlint finds no problem in the workflows', () => {
  expect(run('actionlint', '-no-color')).toEqual({ status: 0, stdout: '', stderr: '' });
});
