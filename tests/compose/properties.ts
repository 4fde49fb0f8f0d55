import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';

import { outputOf } from '../support/run-program.ts';
import { type Container, serviceOf } from './compose.ts';

export const NODE_PROCESSES = ['auth', 'projects', 'storage', 'gateway'];
const OURS = [...NODE_PROCESSES, 'frontend'];
/** Services that do their work at the start and end. */
const ONE_SHOT = ['secrets', 'minio-setup'];
const PUBLISHED = ['frontend', 'mail'];
const REACHING_OUT = ['auth', 'gateway', 'frontend', 'mail'];
/** Above SHUTDOWN_TIMEOUT_MS (8 s). */
const LEAST_GRACE_SECONDS = 10;
const UNNEEDED_PACKAGES = join(import.meta.dirname, 'unneeded-packages.mjs');
const SECRET = /(PASSWORD|SECRET|TOKEN|(SECRET|SIGNING|TOKEN|PRIVATE)_KEY|DATABASE_URL)=./;

const ofServices = (containers: Container[], services: string[]): Container[] =>
  containers.filter((container) => services.includes(serviceOf(container)));
const lasting = (containers: Container[]): Container[] =>
  containers.filter((container) => !ONE_SHOT.includes(serviceOf(container)));

const isPublished = ({ NetworkSettings }: Container): boolean =>
  Object.values(NetworkSettings.Ports).some((bindings) => bindings !== null && bindings.length > 0);

/** The containers that break each rule of a freshly started stack; the key states the rule. */
export const PROPERTIES: Record<string, (containers: Container[]) => Container[]> = {
  'our processes run without root': (all) =>
    ofServices(all, OURS).filter(({ Config }) => /^(0|root)?(:|$)/.test(Config.User)),
  'our containers have a read-only root file system': (all) =>
    ofServices(all, OURS).filter(({ HostConfig }) => !HostConfig.ReadonlyRootfs),
  'our containers have no capabilities': (all) =>
    ofServices(all, OURS).filter(({ HostConfig }) => !HostConfig.CapDrop?.includes('ALL')),
  'Node is the process, not npm': (all) =>
    ofServices(all, NODE_PROCESSES).filter(
      ({ Path }) => !/(^|\/)(node|docker-entrypoint\.sh)$/.test(Path),
    ),
  'a process may take longer to end than it gives itself': (all) =>
    ofServices(all, NODE_PROCESSES).filter(
      ({ Config }) => (Config.StopTimeout ?? 0) < LEAST_GRACE_SECONDS,
    ),
  'every container has a health check and passes it': (all) =>
    lasting(all).filter(({ State }) => State.Health?.Status !== 'healthy'),
  'every container has a limit of memory': (all) =>
    all.filter(({ HostConfig }) => HostConfig.Memory === 0),
  'only front end and mail inbox publish ports': (all) =>
    all.filter((container) => isPublished(container) !== PUBLISHED.includes(serviceOf(container))),
  'stores and the other services are on the inner network alone': (all) =>
    lasting(all).filter(
      (container) =>
        Object.keys(container.NetworkSettings.Networks).some((name) =>
          name.endsWith('_outside'),
        ) !== REACHING_OUT.includes(serviceOf(container)),
    ),
  'no secret is in the environment of a container': (all) =>
    all.filter(({ Config }) => Config.Env.some((line) => SECRET.test(line))),
  'the secrets, the bucket and its user were made and their containers have ended': (all) =>
    ofServices(all, ONE_SHOT).filter(
      ({ State }) => State.Status !== 'exited' || State.ExitCode !== 0,
    ),
};

/** The packages in an image that are there for development alone. */
export async function leftoverPackages(image: string): Promise<string[]> {
  const script = readFileSync(UNNEEDED_PACKAGES, 'utf8');
  const node = ['--entrypoint=node', image, '--input-type=module', '--eval', script];
  const run = ['run', '--rm', '--network=none', '--workdir=/app', ...node];
  const unneeded = (await outputOf('docker', run)).split('\n');
  // Of the packages in the lock file, only the workspaces name what they use for development.
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { devDependencies?: object }>;
  };
  const development = new Set(
    Object.values(packages).flatMap(({ devDependencies = {} }) => Object.keys(devDependencies)),
  );
  return unneeded.filter((name) => development.has(name));
}
