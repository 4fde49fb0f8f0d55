import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';

import { availablePorts } from '../stack/ports.ts';
import { findProgram } from '../stack/programs.ts';

const PROGRAMS = ['kube-apiserver', 'etcd', 'kubectl', 'helm'];

/** The programs that an API server and its clients need and this machine lacks. */
export const lackingPrograms = (): string[] =>
  PROGRAMS.filter((name) => findProgram(name) === undefined);

/**
 * Kubernetes' own API server on an etcd of its own, without kubelets and controllers: it admits, completes and refuses
 * objects as every cluster does, and runs none.
 */
export class ApiServer {
  /** Removed with the server. */
  readonly folder: string;
  private readonly processes: ChildProcess[];
  private readonly env: NodeJS.ProcessEnv;

  private constructor(folder: string, processes: ChildProcess[], env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.processes = processes;
    this.env = env;
  }

  static async start(): Promise<ApiServer> {
    const folder = await mkdtemp(join(tmpdir(), 'studiolo-kubernetes-'));
    const [client, peer, api] = await availablePorts(3);
    const [etcd, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const file = (name: string) => join(folder, name);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(file('tokens.csv'), 'secret,admin,1,system:masters\n');
    await writeFile(file('kubeconfig'), kubeconfig(`https://127.0.0.1:${api}`), { mode: 0o600 });
    const run = (program: string, args: string[]) =>
      spawn(program, args, { cwd: folder, stdio: 'ignore' });
    const processes = [
      run('etcd', [
        ...[`--data-dir=${file('etcd')}`, `--listen-client-urls=${etcd}`],
        ...[`--advertise-client-urls=${etcd}`, `--listen-peer-urls=${peers}`],
        ...[`--initial-advertise-peer-urls=${peers}`, `--initial-cluster=default=${peers}`],
      ]),
      run('kube-apiserver', [
        ...[`--etcd-servers=${etcd}`, '--service-cluster-ip-range=10.0.0.0/24'],
        ...[
          '--bind-address=127.0.0.1',
          `--secure-port=${api}`,
          `--cert-dir=${file('certificates')}`,
        ],
        ...[`--service-account-key-file=${file('key.pem')}`, '--authorization-mode=RBAC'],
        ...[`--service-account-signing-key-file=${file('key.pem')}`],
        ...[
          '--service-account-issuer=https://kubernetes',
          `--token-auth-file=${file('tokens.csv')}`,
        ],
        // No controller makes the default account of a namespace.
        '--disable-admission-plugins=ServiceAccount',
      ]),
    ];
    const home = { HOME: folder, KUBECONFIG: file('kubeconfig') };
    const server = new ApiServer(folder, processes, { PATH: process.env.PATH, ...home });
    await eventually(() => Promise.resolve(server.run('kubectl', 'get', '--raw', '/readyz')));
    return server;
  }

  /** What a program prints, warnings included. Throws the same when it fails. */
  run(program: 'helm' | 'kubectl', ...args: string[]): string {
    const options = { env: this.env, encoding: 'utf8', cwd: process.cwd() } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}${stdout}`);
    return stderr + stdout;
  }

  async end(): Promise<void> {
    for (const child of this.processes.toReversed()) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true });
  }
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
