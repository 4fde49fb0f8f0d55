#!/usr/bin/env node
// Lists, replays and drops dead letters: `dead-letters list`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { Cluster, Redis } from 'ioredis';

import { DEFAULT_PREFIX, serviceKeys } from '../redis/keys.js';
import { clusterOptions, redisOptions } from '../redis/redis-address.js';
import type { RedisCommands } from '../redis/server-checks.js';
import { DeadLetters } from './dead-letters.js';

const USAGE = `Usage:
  dead-letters list [service]            what was given up, oldest first
  dead-letters replay <service> <id …>   send again; "all" for every one
  dead-letters drop <service> <id …>     delete for good; "all" for every one
  --prefix <text>                        first part of every key; ${DEFAULT_PREFIX} without it
Settings: REDIS_URL and REDIS_CA, or the files REDIS_URL_FILE and REDIS_CA_FILE`;

function setting(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  if (process.env[name]) return process.env[name];
  return file && readFileSync(file, 'utf8').trim();
}

async function list(redis: RedisCommands, prefix: string, service?: string): Promise<void> {
  const services = service ? [service] : await DeadLetters.services(redis, prefix);
  for (const name of services) {
    const letters = new DeadLetters(redis, name, prefix);
    console.log(`${name}: ${await letters.count()}`);
    for (const { id, pattern, attempts, reason, messageId } of await letters.list()) {
      const parkedAt = new Date(Number(id.split('-')[0])).toISOString();
      console.log(`  ${id}  ${parkedAt}  ${pattern}  ${attempts} tries  ${messageId}  ${reason}`);
    }
  }
}

async function run(redis: RedisCommands): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { prefix: { type: 'string', default: DEFAULT_PREFIX } },
    allowPositionals: true,
  });
  const { prefix } = values;
  const [command, service, ...ids] = positionals;
  if (service && !(await redis.exists(serviceKeys(prefix, service).events)))
    throw new Error(`There is no service ${service}.`);
  if (command === 'list') {
    await list(redis, prefix, service);
    return true;
  }
  if ((command !== 'replay' && command !== 'drop') || !service || ids.length === 0) return false;
  const letters = new DeadLetters(redis, service, prefix);
  const count = await letters[command](ids[0] === 'all' ? 'all' : ids);
  if (count === 0 && ids[0] !== 'all')
    throw new Error(`None of these is a dead letter of ${service}.`);
  console.log(`${command === 'replay' ? 'sent again' : 'dropped'}: ${count}`);
  return true;
}

const url = setting('REDIS_URL');
if (url === undefined) {
  console.error(USAGE);
  process.exit(2);
}

function open(address: string, ca?: string): RedisCommands {
  const cluster = clusterOptions(address, ca);
  if (cluster) {
    const { startupNodes, options } = cluster;
    const once = { lazyConnect: true, clusterRetryStrategy: null };
    return new Cluster(startupNodes, { ...options, ...once });
  }
  const once = { lazyConnect: true, retryStrategy: () => null };
  return new Redis({ ...redisOptions(address, ca), ...once });
}

const redis = open(url, setting('REDIS_CA'));
// A closed connection rejects commands without saying why it was closed.
let lost: Error | undefined;
redis.on('error', (error: Error) => (lost = error));
try {
  await redis.connect();
  if (!(await run(redis))) {
    console.error(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const cause = lost ?? error;
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  redis.disconnect();
}
