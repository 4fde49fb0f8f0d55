import { setTimeout as delay } from 'node:timers/promises';

import { onRedisAs } from '@studiolo/infra/test/redis-users';
import { newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';

import { memoryMiB } from './processes.ts';
import { quantile } from './report.ts';
import type { Subject } from './subject.ts';

const STREAMS = 1_000;
const IDLE_STREAMS = 5_000;
const STREAMS_PER_SESSION = 8;
const CHANGES = 200;
/** In which commands are counted: a session is looked at once a minute. */
const IDLE_MS = 60_000;

interface Owner {
  api: Api;
  streams: EventStream[];
}

async function newOwner(origin: string): Promise<Owner> {
  const { api } = await newAccount('Iris', new Api('', origin));
  const streams: EventStream[] = [];
  while (streams.length < STREAMS_PER_SESSION)
    streams.push(await EventStream.open(origin, { token: api.bearer }));
  return { api, streams };
}

/** Milliseconds from a change in the database to its arrival on one of the owner's streams. */
async function timeChange({ api, streams: [stream] }: Owner): Promise<number> {
  const projectId = await api.newProject();
  return eventually(() => {
    const event = stream?.events.find(({ data }) => data.project_id === projectId);
    if (!event) throw new Error('The change did not arrive');
    return event.receivedAt - Date.parse(String(event.data.at));
  });
}

/** Commands a second that Redis gets while nothing is done; undefined from a server that does not count them. */
async function idleCommands(redisUrl: string): Promise<number | undefined> {
  const soFar = async () => {
    const statistics = await onRedisAs(redisUrl, (redis) => redis.info('stats'));
    return Number(/^total_commands_processed:(\d+)/m.exec(statistics)?.[1]);
  };
  const before = await soFar();
  await delay(IDLE_MS);
  const perSecond = (((await soFar()) - before) * 1000) / IDLE_MS;
  return Number.isNaN(perSecond) ? undefined : Math.round(perSecond);
}

/** How soon a change reaches another client while streams are open, and what idle streams cost: memory of the gateway, and commands of Redis. */
export async function measureLive({
  name,
  origin,
  groups,
  redisUrl = '',
}: Subject): Promise<string> {
  const gatewayMiB = () => memoryMiB({ gateway: groups().gateway ?? [] });
  const before = gatewayMiB();
  const atRest = await idleCommands(redisUrl);
  const owners: Owner[] = [];
  const open = async (count: number) => {
    while (owners.length * STREAMS_PER_SESSION < count) owners.push(await newOwner(origin));
  };
  try {
    await open(STREAMS);
    const delays: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      const owner = owners[change % owners.length];
      if (owner) delays.push(await timeChange(owner));
    }
    const p95 = Math.round(quantile(delays, 0.95));
    await open(IDLE_STREAMS);
    const mib = Math.round(gatewayMiB() - before);
    const commands = await idleCommands(redisUrl);
    const counted =
      commands === undefined
        ? 'this Redis does not count its commands'
        : `Redis got ${commands} commands a second with them, ${atRest} with none`;
    return (
      `On ${name}: with ${STREAMS} streams open a change reached the other client in ${p95} ms (95th percentile of ` +
      `${delays.length}); ${IDLE_STREAMS} idle streams of ${owners.length} sessions took ${mib} MiB of the gateway; ${counted}.`
    );
  } finally {
    for (const { streams } of owners) for (const stream of streams) stream.close();
  }
}
