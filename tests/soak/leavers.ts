import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';

import { Owner } from '../resilience/load/owner.ts';
import { failureOf } from '../resilience/load/steady-api.ts';

const LEAVERS = 3;
const PAUSE_MS = 300;
const CONNECTION_LOST = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;
/** What an ended session or a deleted project may be answered: that it is gone, or that nobody can tell now. */
const GONE = new Set([401, 404, 503]);

/** People who sign out and delete, and then ask everywhere whether what they ended is back. */
export class Leavers {
  readonly violations: string[] = [];
  operations = 0;
  private readonly owners: Owner[];
  private readonly addresses: readonly string[];
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(owners: Owner[], addresses: readonly string[]) {
    this.owners = owners;
    this.addresses = addresses;
  }

  static async prepare(addresses: readonly string[]): Promise<Leavers> {
    const owners = Array.from({ length: LEAVERS }, (_, index) => new Owner(addresses, index));
    for (const owner of owners) await owner.signUp();
    return new Leavers(owners, addresses);
  }

  begin(): void {
    this.isStopped = false;
    this.running = Promise.all(this.owners.map((owner) => this.work(owner)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async work(owner: Owner): Promise<void> {
    while (!this.isStopped) {
      await this.leave(owner).catch((error: unknown) => {
        // Without an answer nothing was promised.
        if (!CONNECTION_LOST.test(failureOf(error))) throw error;
      });
      await delay(PAUSE_MS);
    }
  }

  private async leave(owner: Owner): Promise<void> {
    if ((await owner.logIn()).status !== 200) return;
    const { bearer } = owner.api;
    const filename = `${randomUUID()}.txt`;
    const created = await owner.create('To be deleted', randomUUID());
    const id = (created.body.project as { id: string } | undefined)?.id;
    if (id !== undefined) {
      await owner.upload(id, filename).catch(() => undefined);
      if ((await owner.api.delete(`/api/projects/${id}`)).status === 200) {
        await this.mustBeGone('a deleted project', `/api/projects/${id}`, bearer);
        await this.mustBeGone(
          'a file of a deleted project',
          `/api/download/${id}/${filename}`,
          bearer,
        );
      }
    }
    if ((await owner.api.post('/api/auth/logout')).status === 200) {
      await this.mustBeGone('an ended session', '/api/projects', bearer);
    }
  }

  private async mustBeGone(what: string, path: string, bearer: string): Promise<void> {
    for (const address of this.addresses) {
      const status = await new Api(bearer, address).get(path).then(
        (answer) => answer.status,
        () => 503,
      );
      this.operations += 1;
      if (!GONE.has(status)) this.violations.push(`${what} was answered ${status}: ${path}`);
    }
  }
}
