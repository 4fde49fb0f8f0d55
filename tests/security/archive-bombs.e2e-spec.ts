// What an archive that would unpack to gigabytes costs the gateway that looks into it.
import { type Account, newAccount } from '@studiolo/testing/accounts';
import { jpeg } from '@studiolo/testing/samples';

import { bombAsContentTypes, bombAsDocument, bombOfArchives } from '../support/archive-bombs.ts';
import { peakMemoryMiB, resetPeakMemory } from '../support/process-figures.ts';
import { RunningStack } from '../support/running-stack.ts';

const BOMBS: [status: number, bomb: Buffer][] = [
  [201, bombAsDocument(4095)],
  [415, bombAsContentTypes(4095)],
  [415, bombOfArchives(1024)],
];
const ROUNDS = 10;
/** Bombs may take this much more memory than pictures of their size; unpacked they would take thousands. */
const MOST_MIB_MORE = 64;
/** Far above what an upload takes on a busy machine, far below what 4 GiB take to unpack. */
const LONGEST_UPLOAD_MS = 2_000;

let stack: RunningStack;

beforeAll(async () => {
  stack = await RunningStack.start();
}, 180_000);
afterAll(() => stack.end());

async function upload({ api }: Account, id: string, name: string, content: Buffer) {
  const began = performance.now();
  const answer = await api.upload(id, [new File([new Uint8Array(content)], name)]);
  const ms = Math.round(performance.now() - began);
  if (answer.status === 201) await api.delete(`/api/delete/${id}/${name}`);
  return { status: answer.status, ms };
}

test(`[B6 bombs] ${ROUNDS} × three zip bombs of 4 to 16 GB as docx, after as many pictures of their size: each answered without being unpacked, within two seconds; the gateway takes no more memory than for a picture`, async () => {
  const iris = await newAccount();
  const id = await iris.api.newProject({ title: 'Bombs', client: 'Lind' });
  const gateway = stack.pidOf('gateway');
  const size = Math.max(...BOMBS.map(([, { length }]) => length));
  const pictures: number[] = [];
  for (let round = 0; round < ROUNDS * BOMBS.length; round += 1) {
    const { status, ms } = await upload(iris, id, 'photo.jpg', jpeg(size));
    expect(status).toBe(201);
    pictures.push(ms);
  }
  const before = await peakMemoryMiB(gateway);
  await resetPeakMemory(gateway);

  const slowest = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, [expected, bomb]] of BOMBS.entries()) {
      const { status, ms } = await upload(iris, id, 'contract.docx', bomb);
      expect(status).toBe(expected);
      slowest.set(index, Math.max(slowest.get(index) ?? 0, ms));
    }
  }
  const after = await peakMemoryMiB(gateway);
  expect(Math.max(...slowest.values())).toBeLessThan(LONGEST_UPLOAD_MS);
  expect(after - before).toBeLessThan(MOST_MIB_MORE);
  expect(stack.deaths).toEqual([]);
});
