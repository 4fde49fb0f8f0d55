import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';

import { outputOf } from '../support/run-program.ts';
import { type Container, ONE_SHOT, serviceOf } from './compose.ts';

/** What is wrong; nothing when the list is empty. */
type Findings = string[];

const OURS = ['auth', 'projects', 'storage', 'gateway', 'frontend'];
const NODE_PROCESSES = ['auth', 'projects', 'storage', 'gateway'];
const PUBLISHED = ['frontend', 'mail'];
const REACHING_OUT = ['auth', 'gateway', 'frontend', 'mail'];
/** Above SHUTDOWN_TIMEOUT_MS (8 s). */
const LEAST_GRACE_SECONDS = 10;
const UNNEEDED_PACKAGES = join(import.meta.dirname, 'unneeded-packages.mjs');
const SECRET = /(PASSWORD|SECRET|TOKEN|(SECRET|SIGNING|TOKEN|PRIVATE)_KEY|DATABASE_URL)=./;

const names = (containers: Container[]): string[] => containers.map(({ Name }) => Name.slice(1));
const ofServices = (containers: Container[], services: string[]): Container[] =>
  containers.filter((container) => services.includes(serviceOf(container)));
const lasting = (containers: Container[]): Container[] =>
  containers.filter((container) => !ONE_SHOT.includes(serviceOf(container)));

const isPublished = ({ NetworkSettings }: Container): boolean =>
  Object.values(NetworkSettings.Ports).some((bindings) => bindings !== null && bindings.length > 0);

/** The containers that break each rule of a freshly started stack; the key states the rule. */
const PROPERTIES: Record<string, (containers: Container[]) => Container[]> = {
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

interface Manifest {
  workspaces?: string[];
  devDependencies?: Record<string, string>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** Every package that the checkout uses for development, in whichever of its workspaces. */
function developmentPackages(): Set<string> {
  const folders = ['.', ...globSync(manifestIn('.').workspaces ?? [], { cwd: ROOT })];
  return new Set(
    folders.flatMap((folder) => Object.keys(manifestIn(folder).devDependencies ?? {})),
  );
}

/** The packages in the image of a container that are there for development alone. */
async function leftoverPackages({ Config }: Container): Promise<string[]> {
  const script = readFileSync(UNNEEDED_PACKAGES, 'utf8');
  const node = ['run', '--rm', '--network=none', '--entrypoint=node', '--workdir=/app'];
  const unneeded = await outputOf('docker', [
    ...[...node, Config.Image, '--input-type=module', '--eval', script],
  ]);
  const development = developmentPackages();
  return unneeded
    .split('\n')
    .filter((name) => development.has(name))
    .map((name) => `${name} in ${Config.Image}`);
}

/** Checks a running stack; gives what breaks each rule. */
export async function checkProperties(
  containers: Container[],
  project: string,
): Promise<Record<string, Findings>> {
  const found: Record<string, Findings> = {};
  for (const [sentence, offenders] of Object.entries(PROPERTIES)) {
    found[sentence] = names(offenders(containers));
  }
  const leftovers = await Promise.all(ofServices(containers, NODE_PROCESSES).map(leftoverPackages));
  found['no image has development packages'] = [...new Set(leftovers.flat())];
  const isInternal = await outputOf('docker', [
    ...['network', 'inspect', `${project}_inside`, '--format', '{{.Internal}}'],
  ]);
  found['the inner network has no way out'] = isInternal === 'true' ? [] : ['inside'];
  return found;
}
