import { randomUUID } from 'node:crypto';

import { Redis } from 'ioredis';

import { Group } from './group.ts';

/** Length of a signature; see MessageSigner. */
const SIGNATURE_LENGTH = 43;

/** Somebody who can write to Redis but has no signing key, and asks for the deletion of other people's projects. */
export class Forger extends Group {
  protected readonly size = 1;
  protected readonly pauseMs = 500;
  private readonly redis: Redis;
  private readonly projects: readonly { userId: string; projectId: string }[];

  constructor(redisPort: number, projects: Forger['projects']) {
    super();
    this.projects = projects;
    this.redis = new Redis(redisPort, '127.0.0.1', { commandTimeout: 1_000 });
    this.redis.on('error', () => undefined);
  }

  end(): void {
    this.redis.disconnect();
  }

  /** The owners of the projects see whether it was done. */
  protected async turn(_number: number, count: number): Promise<void> {
    const header = JSON.stringify({ id: randomUUID(), pattern: 'projects.delete' });
    const data = JSON.stringify(this.projects[count % this.projects.length]);
    const fields = ['h', header, 'd', data, 's', 'x'.repeat(SIGNATURE_LENGTH)];
    await this.redis.xadd('studiolo:projects:requests', '*', ...fields).catch(() => undefined);
  }
}
