import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child, type Command } from '@studiolo/infra/stack/child';
import type { OwnServers } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';

import type { StackRequest } from '../support/running-stack.ts';
import type { Source } from './programs.ts';

/** The servers and settings of one row's stack. */
export interface Surroundings {
  stack: StackRequest;
  /** An object store on which the tests of storage run, too, but for those that `except` names. */
  conformance?: OwnServers;
  except?: string;
  /** Takes the primary away under load; gives the moment another one has been promoted. */
  failOver?: () => Promise<number>;
}

/** One kind of server, or of its settings. */
export interface Row {
  name: string;
  title: string;
  sources: Source[];
  start(place: Place): Promise<Surroundings>;
}

const READY_WITHIN_MS = 60_000;
const GRACE_MS = 5_000;

/** The folder and the processes of one row. */
export class Place {
  readonly folder: string;
  private readonly stops: (() => Promise<unknown>)[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Place> {
    return new Place(await mkdtemp(join(tmpdir(), 'studiolo-matrix-')));
  }

  /** Runs a server until the end of the row; resolves when it is ready. */
  async run(name: string, command: Command, ready: () => Promise<unknown>): Promise<Child> {
    const file = join(this.folder, `${name}.log`);
    const child = new Child(name, command, { file, onLine: () => undefined });
    this.atEnd(() => child.stop(GRACE_MS));
    await eventually(async () => {
      if (child.ending !== undefined) throw new Error(`${name} ended: ${child.lastLines()}`);
      await ready();
    }, READY_WITHIN_MS);
    return child;
  }

  /** Is called at the end of the row; what was added last is called first. */
  atEnd(stop: () => Promise<unknown>): void {
    this.stops.unshift(stop);
  }

  async end(): Promise<void> {
    for (const stop of this.stops) await stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
