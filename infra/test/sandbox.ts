import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';

import { type Child, type Command, startChild } from '../stack/child.ts';

const READY_WITHIN_MS = 60_000;
const GRACE_MS = 5_000;

/** A temporary folder, and the servers that a test runs beside itself. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'studiolo-test-'));
  private readonly stops: (() => Promise<unknown>)[] = [];

  /** Runs a server until the end; resolves when it is ready. */
  async run(name: string, command: Command, ready: () => Promise<unknown>): Promise<Child> {
    const file = join(this.folder, `${name}.log`);
    const child = startChild(name, command, { file, onLine: () => undefined });
    this.atEnd(() => child.stop(GRACE_MS));
    await eventually(async () => {
      if (child.ending() !== undefined) throw new Error(`${name} ended: ${child.lastLines()}`);
      await ready();
    }, READY_WITHIN_MS);
    return child;
  }

  /** Is called at the end; what was added last is called first. */
  atEnd(stop: () => Promise<unknown>): void {
    this.stops.unshift(stop);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.stops) await stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
