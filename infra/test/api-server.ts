import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { availablePorts } from '../stack/ports.ts';
import { portAnswers } from '../stack/readiness.ts';
import type { Sandbox } from './sandbox.ts';

/** Prints what a client prints, warnings included. Throws the same when it fails. */
export type Client = (program: 'helm' | 'kubectl', ...args: string[]) => string;

/**
 * Starts Kubernetes' own API server on an etcd of its own, without kubelets and controllers: it admits, completes and
 * refuses objects as every cluster does, and runs none. Gives a client of it.
 */
export async function startApiServer(sandbox: Sandbox): Promise<Client> {
  const [client, peer, api] = await availablePorts(3);
  const [etcd, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const file = (name: string) => join(sandbox.folder, name);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(file('tokens.csv'), 'secret,admin,1,system:masters\n');
  await writeFile(file('kubeconfig'), kubeconfig(`https://127.0.0.1:${api}`), { mode: 0o600 });
  const env = { PATH: process.env.PATH, HOME: sandbox.folder, KUBECONFIG: file('kubeconfig') };
  const run: Client = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}${stdout}`);
    return stderr + stdout;
  };
  const start = (name: string, args: string[], ready: () => Promise<unknown>) =>
    sandbox.run(name, { file: name, args, cwd: sandbox.folder, stopSignal: 'SIGKILL' }, ready);
  await start(
    'etcd',
    [
      ...[`--data-dir=${file('etcd')}`, `--listen-client-urls=${etcd}`],
      ...[`--advertise-client-urls=${etcd}`, `--listen-peer-urls=${peers}`],
      ...[`--initial-advertise-peer-urls=${peers}`, `--initial-cluster=default=${peers}`],
    ],
    () => portAnswers(Number(client)),
  );
  await start(
    'kube-apiserver',
    [
      ...[`--etcd-servers=${etcd}`, '--service-cluster-ip-range=10.0.0.0/24'],
      ...['--bind-address=127.0.0.1', `--secure-port=${api}`],
      ...[`--cert-dir=${file('certificates')}`, '--authorization-mode=RBAC'],
      ...['key', 'signing-key'].map((name) => `--service-account-${name}-file=${file('key.pem')}`),
      ...['--service-account-issuer=https://kubernetes', `--token-auth-file=${file('tokens.csv')}`],
      // No controller makes the default account of a namespace.
      '--disable-admission-plugins=ServiceAccount',
    ],
    () => Promise.resolve(run('kubectl', 'get', '--raw', '/readyz')),
  );
  return run;
}

const kubeconfig = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'test', user: { token: 'secret' } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
  });
