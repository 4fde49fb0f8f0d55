import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { publishGauge } from '@studiolo/service-kit';
import { v4 as uuidv4 } from 'uuid';

import { SpooledFile } from './spooled-file.js';
import { UploadMemory } from './upload-memory.js';

const PREFIX = 'studiolo-upload-';

/**
 * Where files wait that are being uploaded: in memory, and beyond that in a folder of this process, which is gone with
 * it, at the latest with the next one.
 */
@Injectable()
export class UploadSpool implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(UploadSpool.name);
  private path: string | undefined;

  constructor(private readonly memory: UploadMemory) {}

  async onModuleInit(): Promise<void> {
    await this.removeLeftovers();
    const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
    this.path = path;
    publishGauge(
      {
        name: 'studiolo_upload_memory_used_bytes',
        help: 'Bytes of memory that uploads take on their way to the object store',
      },
      () => [{ value: this.memory.usedBytes }],
    );
    publishGauge(
      {
        name: 'studiolo_upload_folder_free_bytes',
        help: 'Bytes that are free on the disk where uploads wait that memory has no room for',
      },
      async () => [{ value: await freeBytes(path) }],
    );
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.path !== undefined) await rm(this.path, { recursive: true, force: true });
  }

  /** An empty file; whoever takes it also removes it. */
  newFile(): SpooledFile {
    return new SpooledFile(this.memory, () => this.newPath());
  }

  private newPath(): string {
    if (this.path === undefined) throw new Error('The upload folder does not exist yet');
    return join(this.path, uuidv4());
  }

  /** Removes the folders of processes that ended without doing so. */
  private async removeLeftovers(): Promise<void> {
    const names = await readdir(tmpdir());
    const leftovers = names.filter((name) => name.startsWith(PREFIX) && !isOwnerAlive(name));
    for (const name of leftovers) {
      this.logger.warn(`Removing what a process that was killed has left: ${name}`);
      await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

function isOwnerAlive(folder: string): boolean {
  const pid = Number(folder.slice(PREFIX.length).split('-')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
