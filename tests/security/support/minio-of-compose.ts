import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child } from '@studiolo/infra/stack/child';
import { type ObjectStore, objectStoreVariables } from '@studiolo/infra/stack/plan';
import { availablePort } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { answersOk } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';

import { runProgram } from '../../support/run-program.ts';

const SETUP = join(ROOT, 'infra', 'helm', 'studiolo', 'files', 'minio-setup.sh');
const ROOT_USER = 'studiolo-admin';
const READY_WITHIN_MS = 30_000;
const GRACE_MS = 5_000;

/** A real MinIO, set up as compose and the chart do it. */
export class MinioOfCompose {
  /** Its bucket, and the user who is to reach nothing else. */
  readonly store: ObjectStore;
  /** The same, with the keys of the administrator. */
  readonly administrator: ObjectStore;
  private readonly folder: string;
  private readonly server: Child;

  private constructor(folder: string, port: number) {
    const endpoint = `http://127.0.0.1:${port}`;
    const common = { endpoint, bucket: 'studiolo', region: 'us-east-1' };
    this.folder = folder;
    this.store = { ...common, accessKey: 'studiolo', secretKey: crypto.randomUUID() };
    this.administrator = { ...common, accessKey: ROOT_USER, secretKey: crypto.randomUUID() };
    const address = ['--address', `127.0.0.1:${port}`, '--console-address', '127.0.0.1:0'];
    this.server = new Child(
      'minio',
      {
        file: 'minio',
        args: ['server', join(folder, 'data'), ...address],
        env: {
          MINIO_ROOT_USER: ROOT_USER,
          MINIO_ROOT_PASSWORD: this.administrator.secretKey,
        },
      },
      { file: join(folder, 'minio.log'), onLine: () => undefined },
    );
  }

  static async start(): Promise<MinioOfCompose> {
    const folder = await mkdtemp(join(tmpdir(), 'studiolo-minio-'));
    const minio = new MinioOfCompose(folder, await availablePort());
    const ready = `${minio.store.endpoint}/minio/health/ready`;
    await eventually(() => answersOk(ready), READY_WITHIN_MS);
    return minio;
  }

  /** Runs the script that makes the bucket and its user; throws what it says when it fails. */
  async setUp(): Promise<void> {
    const { code, text } = await runProgram('sh', [SETUP], {
      env: {
        ...objectStoreVariables(this.store),
        MINIO_ROOT_USER: ROOT_USER,
        MINIO_ROOT_PASSWORD: this.administrator.secretKey,
        MC_CONFIG_DIR: join(this.folder, 'mc'),
      },
    });
    if (code !== 0) throw new Error(`${SETUP} ended with ${code}: ${text}`);
  }

  /** Runs mc, which knows the server as `store`, with the keys of one of the two; gives what it says. */
  mc({ accessKey, secretKey, endpoint }: ObjectStore, ...args: string[]) {
    const url = new URL(endpoint);
    Object.assign(url, { username: accessKey, password: secretKey });
    return runProgram('mc', args, {
      env: { MC_HOST_store: url.href, MC_CONFIG_DIR: join(this.folder, 'other-mc') },
    });
  }

  async stop(): Promise<void> {
    await this.server.stop(GRACE_MS);
    await rm(this.folder, { recursive: true, force: true });
  }
}
