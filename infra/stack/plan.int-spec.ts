import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { addressesOf, makePlan, type Plan, type PlanRequest, serviceDatabaseUrl } from './plan.ts';

const dataDir = temporaryFolder();

beforeEach(() => {
  jest.replaceProperty(process, 'env', { PATH: join(dataDir(), 'bin') });
});
afterEach(() => jest.restoreAllMocks());

const plan = (request: Partial<PlanRequest> = {}): Promise<Plan> =>
  makePlan({ dataDir: dataDir(), environment: 'test', ...request });

async function installMinio(): Promise<void> {
  await mkdir(join(dataDir(), 'bin'));
  await writeFile(join(dataDir(), 'bin', 'minio'), '#!/bin/sh\n', { mode: 0o755 });
}

describe('the plan of a stack', () => {
  test('uses MinIO when it is on the PATH, otherwise s3rver', async () => {
    expect((await plan()).objectStoreProgram).toBe('s3rver');
    await installMinio();
    expect((await plan()).objectStoreProgram).toBe('minio');
  });

  test('keeps using s3rver when it already has files', async () => {
    await installMinio();
    await mkdir(join(dataDir(), 's3rver'));
    expect((await plan()).objectStoreProgram).toBe('s3rver');
  });

  test('refuses to start when MinIO has files and is not on the PATH', async () => {
    await mkdir(join(dataDir(), 'minio'));
    await expect(plan()).rejects.toThrow('"minio" is not on the PATH any more');
  });

  test('lets each service migrate with its own role past a pooler', async () => {
    const server = 'postgres://admin:secret@db:5432/studiolo';
    const pooler = 'postgres://admin:secret@pooler:6432/studiolo';
    const made = await plan({ own: { databaseUrl: pooler, migrationsDatabaseUrl: server } });
    expect(made.adminDatabaseUrl).toBe(server);
    expect(serviceDatabaseUrl(made, 'auth')).toMatch('postgres://studiolo_auth:');
    expect(serviceDatabaseUrl(made, 'auth')).toMatch('@pooler:6432/studiolo');
  });

  test('gives further gateways the ports after the first', async () => {
    const { apiPorts, opsPorts, apiUrl } = await plan({
      ports: { api: 3000 },
      replicas: { gateway: 2, storage: 3 },
    });
    expect(apiPorts).toEqual([3000, 3001]);
    expect(apiUrl).toBe('http://localhost:3000');
    expect(new Set([...opsPorts.storage, ...opsPorts.gateway]).size).toBe(5);
  });

  test('gives no store a port that was asked for', async () => {
    const { apiPorts, ports } = await plan({ environment: 'development', ports: { api: 9000 } });
    expect(apiPorts).toEqual([9000]);
    expect(ports.objectStore).not.toBe(9000);
  });

  test('uses servers of your own', async () => {
    const own = {
      redisUrl: 'redis://cache.example:6379',
      databaseUrl: 'postgres://root@db.example/app',
    };
    expect(await plan({ own })).toMatchObject({
      redisUrl: own.redisUrl,
      adminDatabaseUrl: own.databaseUrl,
    });
  });

  test('gives the addresses of several Sentinels without their login', async () => {
    const own = { redisUrl: 'redis+sentinel://me:secret@one:26379,two:26379/studio' };
    expect(addressesOf(await plan({ own })).redis).toBe('one:26379,two:26379');
  });

  test('keeps the secrets of a data folder at the next start', async () => {
    expect((await plan()).secrets).toEqual((await plan()).secrets);
  });
});
