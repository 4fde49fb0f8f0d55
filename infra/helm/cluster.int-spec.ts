import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { duringTests } from '@studiolo/testing/during-tests';
import { withPrograms } from '@studiolo/testing/with-programs';
import { parse } from 'yaml';

import { findProgram } from '../stack/programs.ts';
import { type Client, startApiServer } from '../test/api-server.ts';
import { bundled, CHART, external, flagsFor, KEDA, keys, settingsOf } from '../test/render.ts';
import { Sandbox } from '../test/sandbox.ts';

const EXAMPLES = [
  ...readFileSync(`${CHART}/README.md`, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms),
];
const COMBINATIONS: Record<string, string[]> = {
  'bundled stores': bundled,
  'stores of your own': external,
  'secrets of your own': [...external, 'existingSecret=own', 'redis.url=', 'smtp.url='],
  'a pooler': [...external, 'postgres.pooler.host=pooler'],
  KEDA: [...external, ...KEDA],
  'the Prometheus operator': [...external, 'podMonitor.enabled=true', 'alertRules.enabled=true'],
  'traces, Google and TLS': [
    ...external,
    ...['tracing.endpoint=http://collector:4318', 'google.clientId=id', 'google.clientSecret=s'],
    ...['ingress.tls[0].secretName=tls', 'ingress.tls[0].hosts[0]=studiolo.example.com'],
  ],
  'one host name': [
    ...external,
    ...['appUrl=https://studio.example.com', 'apiUrl=https://studio.example.com'],
  ],
  'an IP address with ports': [
    ...external,
    ...['appUrl=http://192.0.2.7:8080', 'apiUrl=http://192.0.2.7:8080'],
  ],
  'a backup, scheduling and labels': [
    ...[...bundled, 'backup.enabled=true', 'backup.claim=backups'],
    ...['scheduling.nodeSelector.disk=ssd', 'podAnnotations.team=photo', 'global.any=thing'],
    ...['extraEnv[0].name=OTEL_BSP_SCHEDULE_DELAY', 'extraEnv[0].value=fast'],
    ...['postgres.storageClass=fast', 'postgres.resources.requests.cpu=1'],
    ...['podMonitor.enabled=true', 'podMonitor.labels.release=prometheus'],
  ],
  'nothing optional': [
    ...external,
    ...['ingress.enabled=false', 'networkPolicies.enabled=false', 'migrations.hook=false'],
  ],
  ...Object.fromEntries(
    EXAMPLES.map(([, values = ''], index) => [
      `example ${index + 1} of the README`,
      [...external, ...settingsOf(parse(values) as object)],
    ]),
  ),
};

const NEEDED = ['kube-apiserver', 'etcd', 'kubectl', 'helm'];

withPrograms(describe, ...NEEDED)('in a real API server, the chart', () => {
  const sandbox = duringTests(() => new Sandbox());
  let run: Client;

  beforeAll(async () => {
    run = await startApiServer(sandbox());
    const crds = join(dirname(findProgram('kube-apiserver') ?? ''), 'crds');
    run('kubectl', 'create', '--filename', crds);
  });

  /** A namespace under Pod Security "restricted", and Helm's and kubectl's commands in it. */
  function place(name: string) {
    const namespace = name.toLowerCase().replaceAll(/\W+/g, '-');
    const levels = ['enforce', 'warn'].map(
      (mode) => `pod-security.kubernetes.io/${mode}=restricted`,
    );
    run('kubectl', 'create', 'namespace', namespace);
    run('kubectl', 'label', 'namespace', namespace, ...levels);
    // Nothing runs here, so hooks would never end: they are only admitted.
    const flags = ['--namespace', namespace, '--no-hooks'];
    return {
      install: (settings: string[]) =>
        run('helm', 'install', 'trial', CHART, ...flags, ...keys, ...flagsFor(settings)),
      upgrade: (settings: string[]) =>
        run('helm', 'upgrade', 'trial', CHART, ...flags, ...flagsFor(settings)),
      helm: (...command: string[]) => run('helm', ...command, 'trial', '--namespace', namespace),
      kubectl: (...command: string[]) => run('kubectl', ...command, '--namespace', namespace),
    };
  }

  test.each(Object.entries(COMBINATIONS))(
    'is installed, upgraded and uninstalled under Pod Security "restricted" without a warning: %s',
    (name, settings) => {
      const { install, upgrade, helm, kubectl } = place(name);
      const installed = install(settings);
      expect(installed).toContain('helm test trial');
      const printed = [installed, upgrade([...settings, 'settings.logLevel=warn'])];
      const hooks = join(sandbox().folder, 'hooks.yaml');
      writeFileSync(hooks, helm('get', 'hooks'));
      printed.push(kubectl('create', '--dry-run=server', '--filename', hooks));
      printed.push(helm('uninstall', '--no-hooks'));
      expect(printed.join('').match(/.*warn.*|.*Warn.*/g) ?? []).toEqual([]);
      const left = kubectl('get', 'all,ingress,networkpolicy,cronjob');
      expect(left).toContain('No resources found');
    },
  );

  test('hands its deployments over to KEDA without changing the number of their replicas', () => {
    const { install, upgrade, kubectl } = place('handover');
    install(external);
    kubectl('scale', 'deployment/trial-storage', '--replicas=7');
    upgrade([...external, ...KEDA]);
    const names = (kind: string) => kubectl('get', kind, '--output=name').trim().split('\n');
    expect(names('hpa')).toEqual(['horizontalpodautoscaler.autoscaling/trial-gateway']);
    const storage = JSON.parse(kubectl('get', 'scaledobject/trial-storage', '--output=json')) as {
      metadata: { annotations: object };
      spec: { advanced: { horizontalPodAutoscalerConfig: object } };
    };
    expect(storage.metadata.annotations).toMatchObject({
      'scaledobject.keda.sh/transfer-hpa-ownership': 'true',
    });
    expect(storage.spec.advanced.horizontalPodAutoscalerConfig).toMatchObject({
      name: 'trial-storage',
    });
    const count = kubectl('get', 'deployment/trial-storage', '--output=jsonpath={.spec.replicas}');
    expect(count).toBe('7');
  });
});
