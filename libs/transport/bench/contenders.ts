import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { NatsServer } from '@studiolo/testing/nats-server';
import { PackedPackage } from '@studiolo/testing/packed-package';
import { freePort, type RedisProcess } from '@studiolo/testing/redis-process';

import { SUBJECTS } from '../test/conformance/check.js';

/** A transport to measure. */
export interface Contender {
  readonly name: string;
  /** Where `callers.ts` and `replica.ts` are, beside the Nest that the transport runs on. */
  readonly folder: string;
  /** Address of the adapter module, and what its functions are given. */
  readonly adapter: URL;
  readonly address: unknown;
  /** The process of its broker, if it has one. */
  readonly brokerPid?: number | undefined;
  /** Ends what was started for it alone. */
  readonly remove?: () => Promise<void>;
}

/** Long enough for a key, and no secret. */
const SIGNING_KEY = 'the benchmark signs with this key of 40 b.';
const here = import.meta.dirname;
const adapterIn = (folder: string, file: string) => pathToFileURL(join(folder, file));

export function streamsOn({ url, pid }: RedisProcess, options: { concurrency?: number } = {}) {
  const adapter = adapterIn(here, 'streams.ts');
  const address = { redisUrl: url, prefix: 'streams', ...options };
  return { name: 'streams', folder: here, adapter, address, brokerPid: pid } satisfies Contender;
}

async function jetstream(): Promise<Contender> {
  const nats = await NatsServer.start();
  const packed = await PackedPackage.make();
  const folder = packed.application;
  const remove = () => Promise.all([nats.stop(), packed.remove()]).then(() => undefined);
  try {
    await packed.install('--legacy-peer-deps', ...SUBJECTS.jetstream.packages);
    for (const file of ['callers.ts', 'replica.ts']) await cp(join(here, file), join(folder, file));
    await cp(join(here, '../test/conformance/installed'), folder, { recursive: true });
  } catch (error) {
    await remove();
    throw error;
  }
  const adapter = adapterIn(folder, SUBJECTS.jetstream.adapter);
  const address = `127.0.0.1:${nats.port}`;
  return { name: 'jetstream', folder, adapter, address, brokerPid: nats.pid, remove };
}

/** Says why JetStream is left out where its server or its package cannot be had. */
export async function makeContenders(redis: RedisProcess): Promise<Contender[]> {
  const streams = streamsOn(redis);
  const signed = { ...streams.address, prefix: 'streams-signed', signingKey: SIGNING_KEY };
  const onRedis = { folder: here, address: redis.url, brokerPid: redis.pid };
  const conformance = join(here, '../test/conformance');
  const further = await jetstream().catch((error: unknown) => {
    console.log(`jetstream is left out: ${String(error)}`);
  });
  return [
    streams,
    { ...streams, name: 'streams-signed', address: signed },
    { ...onRedis, name: 'redis', adapter: adapterIn(conformance, 'nest-redis.ts') },
    {
      name: 'tcp',
      folder: here,
      adapter: adapterIn(conformance, 'nest-tcp.ts'),
      address: await freePort(),
    },
    { ...onRedis, name: 'bullmq', adapter: adapterIn(here, 'bullmq.ts') },
    ...(further ? [further] : []),
  ];
}
