import { Owner } from '../../resilience/load/owner.ts';

export type Writer = Awaited<ReturnType<typeof newWriter>>;

/** One signed-in user who keeps uploading and deletes every third file, with a record of the answers. */
export async function newWriter(address: string) {
  const owner = await Owner.signUp([address]);
  const projectId = await owner.newProject();
  /** Names of files whose upload was acknowledged. */
  const kept: string[] = [];
  /** Names of files whose deletion was asked for; it may or may not have happened. */
  const doomed: string[] = [];
  /** Names of files whose deletion was acknowledged. */
  const deleted: string[] = [];
  let isStopped = false;
  let running = Promise.resolve();

  async function turn(): Promise<void> {
    const name = `${kept.length}.txt`;
    expect((await owner.uploadText(projectId, name)).status).toBe(201);
    kept.push(name);
    if (kept.length % 3 > 0) return;
    const [old = ''] = kept.slice(-3);
    doomed.push(old);
    expect((await owner.delete(`/api/delete/${projectId}/${old}`)).status).toBe(200);
    deleted.push(old);
  }

  async function write(count: number): Promise<void> {
    for (let done = 0; done < count && !isStopped; done += 1) await turn();
  }

  return {
    ...{ owner, projectId, kept, doomed, deleted, write },
    /** Goes on until stopped. */
    start(): void {
      running = write(Number.POSITIVE_INFINITY);
    },
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}
