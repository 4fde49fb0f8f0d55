import { join } from 'node:path';

import { type ObjectStore, objectStoreVariables } from '@studiolo/infra/stack/plan';
import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { answersOk } from '@studiolo/infra/stack/readiness';
import type { Sandbox } from '@studiolo/infra/test/sandbox';

import { outputOf } from '../../support/run-program.ts';

const SETUP = join(ROOT, 'infra', 'helm', 'studiolo', 'files', 'minio-setup.sh');

export type MinioOfCompose = Awaited<ReturnType<typeof startMinioOfCompose>>;

/** A real MinIO, which `setUp` prepares as compose and the chart do. */
export async function startMinioOfCompose(sandbox: Sandbox) {
  const { folder } = sandbox;
  const port = await availablePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const common = { endpoint, bucket: 'studiolo', region: 'us-east-1' };
  const secretKey = () => crypto.randomUUID();
  /** Its bucket, and the user who is to reach nothing else. */
  const store: ObjectStore = { ...common, accessKey: 'studiolo', secretKey: secretKey() };
  /** The same, with the keys of the administrator. */
  const administrator = { ...common, accessKey: 'studiolo-admin', secretKey: secretKey() };
  const root = {
    MINIO_ROOT_USER: administrator.accessKey,
    MINIO_ROOT_PASSWORD: administrator.secretKey,
  };
  const address = ['--address', `127.0.0.1:${port}`, '--console-address', '127.0.0.1:0'];
  const args = ['server', join(folder, 'data'), ...address];
  await sandbox.run('minio', { file: 'minio', args, env: root }, () =>
    answersOk(`${endpoint}/minio/health/ready`),
  );
  return {
    ...{ store, administrator },
    /** Runs the script that makes the bucket and its user; throws what it says when it fails. */
    setUp: () =>
      outputOf('sh', [SETUP], {
        env: { ...objectStoreVariables(store), ...root, MC_CONFIG_DIR: join(folder, 'mc') },
      }),
    /** Runs mc, which knows the server as `store`, with the keys of that user; throws what it says when it fails. */
    mc: (words: string) => {
      const url = new URL(endpoint);
      Object.assign(url, { username: store.accessKey, password: store.secretKey });
      const env = { MC_HOST_store: url.href, MC_CONFIG_DIR: join(folder, 'other-mc') };
      return outputOf('mc', words.split(' '), { env });
    },
  };
}
