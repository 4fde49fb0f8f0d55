import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';

import { parse } from 'yaml';

export const CHART = 'infra/helm/studiolo';
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export const keys = [
  ...['--set', `jwt.privateKey=${privateKey}`, '--set', `jwt.publicKey=${publicKey}`],
];
export const bundled = [
  ...['postgres.bundled=true', 'redis.bundled=true', 'objectStore.bundled=true'],
  'smtp.url=smtp://mail:25',
];
export const external = [
  ...['postgres.host=db.example.com', 'redis.url=redis://cache.example.com'],
  ...['objectStore.endpoint=https://s3.example.com', 'smtp.url=smtp://mail:25'],
];
export const KEDA = ['keda.enabled=true', 'keda.prometheus=http://prometheus.monitoring:9090'];

/** An object of values as settings: `ingress={"className":"traefik"}`. */
export const settingsOf = (values: object): string[] =>
  Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);

/** The flags for settings, such as `redis.bundled=true`. */
export const flagsFor = (settings: string[]): string[] =>
  ['image.registry=registry.example.com', ...settings].flatMap((setting) => [
    /^\w+=[[{]/.test(setting) ? '--set-json' : '--set',
    setting,
  ]);

export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; values: string[] }[];
}

export interface KubernetesObject {
  kind: string;
  metadata: { name: string };
  data?: unknown;
  spec: { podSelector?: Selector; egress?: unknown[]; [name: string]: unknown };
}

export const documentsOf = (text: string): string[] => text.split(/^---$/m);

export const objectsOf = (text: string): KubernetesObject[] =>
  documentsOf(text)
    .map((document) => parse(document) as KubernetesObject | null)
    .filter((object) => object !== null);

/** What Helm makes of the chart without a cluster; throws what it prints when it refuses or warns. */
export function render(...settings: string[]): string {
  const args = ['template', 'trial', CHART, '--kube-version', '1.31.0', ...keys];
  const { status, stdout, stderr } = spawnSync('helm', [...args, ...flagsFor(settings)], {
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return stdout;
}
