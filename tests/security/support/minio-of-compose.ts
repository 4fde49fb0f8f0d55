import { join } from 'node:path';

import { type ObjectStore, objectStoreVariables } from '@studiolo/infra/stack/plan';
import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { answersOk } from '@studiolo/infra/stack/readiness';
import type { Sandbox } from '@studiolo/infra/test/sandbox';

import { outputOf, runProgram } from '../../support/run-program.ts';

const SETUP = join(ROOT, 'infra', 'helm', 'studiolo', 'files', 'minio-setup.sh');

/** A real MinIO, set up as compose and the chart do it. */
export class MinioOfCompose {
  /** Its bucket, and the user who is to reach nothing else. */
  readonly store: ObjectStore;
  /** The same, with the keys of the administrator. */
  readonly administrator: ObjectStore;
  private readonly folder: string;

  private constructor(folder: string, port: number) {
    const endpoint = `http://127.0.0.1:${port}`;
    const common = { endpoint, bucket: 'studiolo', region: 'us-east-1' };
    this.folder = folder;
    this.store = { ...common, accessKey: 'studiolo', secretKey: crypto.randomUUID() };
    this.administrator = { ...common, accessKey: 'studiolo-admin', secretKey: crypto.randomUUID() };
  }

  static async start(sandbox: Sandbox): Promise<MinioOfCompose> {
    const port = await availablePort();
    const minio = new MinioOfCompose(sandbox.folder, port);
    const address = ['--address', `127.0.0.1:${port}`, '--console-address', '127.0.0.1:0'];
    const args = ['server', join(sandbox.folder, 'data'), ...address];
    await sandbox.run('minio', { file: 'minio', args, env: minio.root }, () =>
      answersOk(`${minio.store.endpoint}/minio/health/ready`),
    );
    return minio;
  }

  /** Runs the script that makes the bucket and its user; throws what it says when it fails. */
  async setUp(): Promise<void> {
    await outputOf('sh', [SETUP], {
      env: {
        ...objectStoreVariables(this.store),
        ...this.root,
        MC_CONFIG_DIR: join(this.folder, 'mc'),
      },
    });
  }

  /** Runs mc, which knows the server as `store`, with the keys of one of the two; gives what it says. */
  mc({ accessKey, secretKey, endpoint }: ObjectStore, ...args: string[]) {
    const url = new URL(endpoint);
    Object.assign(url, { username: accessKey, password: secretKey });
    return runProgram('mc', args, {
      env: { MC_HOST_store: url.href, MC_CONFIG_DIR: join(this.folder, 'other-mc') },
    });
  }

  private get root(): Record<string, string> {
    const { accessKey, secretKey } = this.administrator;
    return { MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey };
  }
}
