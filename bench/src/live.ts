// `npm run live -w bench`: how soon a change reaches another client while LIVE_STREAMS (1000) streams are open, and how much
// memory of the gateway LIVE_IDLE (5000) idle streams take. Reading memory needs Linux.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';
import { signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { EventStream, type StreamEvent } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';

import { memoryOf } from './processes.ts';
import { quantile } from './statistics.ts';
import { dataFolderOf, startStudiolo } from './studiolo.ts';

const NAME = 'live';
const STREAMS = Number(process.env.LIVE_STREAMS ?? 1_000);
const IDLE = Number(process.env.LIVE_IDLE ?? 5_000);
const STREAMS_PER_SESSION = 8;
const CHANGES = 200;

interface Owner {
  api: Api;
  streams: EventStream[];
}

function gatewayMiB(): number {
  const { parts } = JSON.parse(readFileSync(join(dataFolderOf(NAME), 'stack.json'), 'utf8')) as {
    parts: { name: string; pid: number }[];
  };
  const pids = parts.filter(({ name }) => name.startsWith('gateway')).map(({ pid }) => pid);
  return memoryOf({ gateway: pids }).gateway ?? Number.NaN;
}

async function newOwner(origin: string): Promise<Owner> {
  const api = new Api('', origin);
  const email = `${randomUUID()}@studio.example`;
  await signUp({ name: 'Iris', email, password: 'golden-hour-6' }, api);
  return { api, streams: [] };
}

/** Opens streams until `count` are open; each owner has as many as one session may have. */
async function open(owners: Owner[], count: number, origin: string): Promise<void> {
  for (let streams = owners.length * STREAMS_PER_SESSION; streams < count;) {
    const owner = await newOwner(origin);
    const { bearer: token } = owner.api;
    while (owner.streams.length < STREAMS_PER_SESSION) {
      owner.streams.push(await EventStream.open(origin, { token }));
    }
    owners.push(owner);
    streams += STREAMS_PER_SESSION;
  }
}

/** Milliseconds from a change in the database to its arrival on one of the owner's streams. */
async function timeChange({ api, streams: [stream] }: Owner): Promise<number> {
  const projectId = await api.newProject();
  const isIt = ({ data }: StreamEvent) => data.project_id === projectId;
  const told = await eventually(() => {
    const event = stream?.events.find(isIt);
    if (!event) throw new Error('The change was not told');
    return event;
  });
  return told.receivedAt - Date.parse(String(told.data.at));
}

const stack = await startStudiolo({ name: NAME, title: NAME, folder: ROOT, stores: '' });
const owners: Owner[] = [];
try {
  const before = gatewayMiB();
  await open(owners, STREAMS, stack.origin);
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const owner = owners[change % owners.length];
    if (owner) delays.push(await timeChange(owner));
  }
  delays.sort((one, other) => one - other);
  await open(owners, IDLE, stack.origin);
  const mib = Math.round(gatewayMiB() - before);
  console.log(
    `With ${STREAMS} streams open a change reached the other client in ${Math.round(quantile(delays, 0.95))} ms (p95 of ` +
      `${CHANGES}); ${IDLE} idle streams took ${mib} MiB of the gateway.`,
  );
} finally {
  for (const { streams } of owners) for (const stream of streams) stream.close();
  await stack.stop();
}
