import { createHash } from 'node:crypto';

import { type Account, newAccount } from '@studiolo/testing/accounts';
import { jpeg } from '@studiolo/testing/samples';

const FILE_BYTES = 20_000;

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** What one account was told about its files. */
export interface Ledger {
  account: Account;
  projectId: string;
  /** SHA-256 by name of every file that was ever sent. */
  sent: Map<string, string>;
  /** Names of files whose upload was acknowledged. */
  kept: Set<string>;
  /** Names of files whose deletion was asked for; it may or may not have happened. */
  doomed: Set<string>;
  /** Names of files whose deletion was acknowledged. */
  deleted: Set<string>;
}

/** One signed-in user who uploads all the time and deletes every third file. */
export class Writer {
  readonly ledger: Ledger;
  private isStopped = false;
  private running = Promise.resolve();

  private constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  static async signUp(): Promise<Writer> {
    const account = await newAccount();
    const project = { title: 'Reportage', client: 'Herald' };
    const id = await account.api.newProject(project);
    const sets = { kept: new Set<string>(), doomed: new Set<string>(), deleted: new Set<string>() };
    return new Writer({ account, projectId: id, sent: new Map(), ...sets });
  }

  async write(count: number): Promise<void> {
    for (let turn = 0; turn < count && !this.isStopped; turn += 1) await this.turn();
  }

  /** Goes on until stopped. */
  start(): void {
    this.running = this.write(Number.POSITIVE_INFINITY);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async turn(): Promise<void> {
    const { sent } = this.ledger;
    await this.upload(`${sent.size}.jpg`);
    if (sent.size % 3 === 0) await this.delete(`${sent.size - 2}.jpg`);
  }

  private async upload(name: string): Promise<void> {
    const { account, projectId, sent, kept } = this.ledger;
    const bytes = jpeg(FILE_BYTES, sent.size);
    sent.set(name, sha256(bytes));
    const file = new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
    const { status } = await account.api.upload(projectId, [file]);
    expect(status).toBe(201);
    kept.add(name);
  }

  private async delete(name: string): Promise<void> {
    const { account, projectId, doomed, deleted } = this.ledger;
    doomed.add(name);
    const { status } = await account.api.delete(`/api/delete/${projectId}/${name}`);
    expect(status).toBe(200);
    deleted.add(name);
  }
}
