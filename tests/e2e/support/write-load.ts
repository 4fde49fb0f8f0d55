import { Owner } from '../../resilience/load/owner.ts';

/** One signed-in user who keeps uploading and deletes every third file, with a record of the answers. */
export class Writer {
  readonly owner: Owner;
  readonly projectId: string;
  /** Names of files whose upload was acknowledged. */
  readonly kept: string[] = [];
  /** Names of files whose deletion was asked for; it may or may not have happened. */
  readonly doomed: string[] = [];
  /** Names of files whose deletion was acknowledged. */
  readonly deleted: string[] = [];
  private isStopped = false;
  private running = Promise.resolve();

  private constructor(owner: Owner, projectId: string) {
    this.owner = owner;
    this.projectId = projectId;
  }

  static async signUp(address: string): Promise<Writer> {
    const owner = await Owner.signUp([address]);
    return new Writer(owner, await owner.newProject());
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
    const { owner, projectId, kept, doomed, deleted } = this;
    const name = `${kept.length}.txt`;
    expect((await owner.uploadText(projectId, name)).status).toBe(201);
    kept.push(name);
    if (kept.length % 3 > 0) return;
    const [old = ''] = kept.slice(-3);
    doomed.push(old);
    expect((await owner.delete(`/api/delete/${projectId}/${old}`)).status).toBe(200);
    deleted.push(old);
  }
}
