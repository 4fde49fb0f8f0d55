import { availableParallelism, cpus, loadavg } from 'node:os';
import { StackLock } from '../stack/lock.ts';
import { LoadGenerator } from './measure/load.ts';
import type { SubjectInfo } from './results.ts';
import { Stores } from './subjects/stores.ts';
import {
  FILES,
  projectFields,
  PROJECTS,
  type RunningSubject,
  type Subject,
} from './subjects/subject.ts';

/** One run of the benchmark: the stores, the load generator and whoever is up. Ends what it has started. */
export class Session {
  readonly stores: Stores;
  readonly generator = new LoadGenerator();
  readonly running = new Map<string, RunningSubject>();
  readonly infos: Record<string, SubjectInfo> = {};
  readonly say: (line: string) => void;

  private readonly lock: StackLock;
  private isOver = false;

  private constructor(stores: Stores, lock: StackLock, say: (line: string) => void) {
    this.stores = stores;
    this.lock = lock;
    this.say = say;
  }

  /** @throws when another run is going on in the same folder */
  static async begin(dataDir: string, say: (line: string) => void): Promise<Session> {
    const lock = await StackLock.take(dataDir);
    try {
      return new Session(await Stores.start(dataDir), lock, say);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Builds or installs the subjects and starts them; one that cannot be is noted with the reason. Gives those that are up. */
  async bringUp(subjects: readonly Subject[]): Promise<Subject[]> {
    for (const subject of subjects) await this.bringUpOne(subject);
    await this.stores.analyze();
    return subjects.filter(({ name }) => this.running.has(name));
  }

  async stopSubjects(): Promise<void> {
    const subjects = [...this.running.values()];
    this.running.clear();
    await Promise.all(subjects.map((subject) => subject.stop()));
  }

  /** Before results are kept. @throws when the run was interrupted, which fails what was still to be measured */
  assertWhole(): void {
    if (this.isOver) throw new Error('The run was interrupted: nothing of it is kept');
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.generator.stop();
    await this.stopSubjects();
    await this.stores.stop();
    this.lock.release();
  }

  /** What this runs on; says loudly when Redis is the stand-in. */
  async machine(): Promise<Record<string, string | number>> {
    const versions = await this.stores.versions();
    if (versions.Redis?.startsWith('js-redis-server')) {
      this.say('\n  !! No redis-server or valkey-server on the PATH: the embedded stand-in is');
      this.say('  !! measured, which is several times slower. These figures mean little.\n');
    }
    return {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      'load average before': Number(loadavg()[0]?.toFixed(2)),
      Node: process.version,
      ...versions,
    };
  }

  private async bringUpOne({ name, title, prepare, start }: Subject): Promise<void> {
    this.infos[name] = { title };
    try {
      if (prepare) this.say(`  ${title}: building or installing …`);
      await prepare?.(this.stores);
      const up = await start(this.stores);
      this.running.set(name, up);
      await listsEverything(up);
      this.say(`  ${title} is up (${up.startSeconds.toFixed(2)} s)`);
    } catch (error) {
      await this.running.get(name)?.stop();
      this.running.delete(name);
      const reason = error instanceof Error ? error.message : String(error);
      this.infos[name] = { title, unavailable: reason.split('\n')[0] ?? '' };
      this.say(`  ${title} cannot be measured: ${reason}`);
    }
  }
}

/** What is compared does the same work: the list of every subject has all projects, and the files in them. */
async function listsEverything({ requests: { list } }: RunningSubject): Promise<void> {
  if (typeof list !== 'object') return;
  const answer = await fetch(`${list.origin}${list.paths[0]}`, { headers: list.headers });
  const text = await answer.text();
  const projects = text.split(projectFields(0).client).length - 1;
  const files = text.split('.jpg').length - 1;
  if (projects === PROJECTS && files >= FILES) return;
  throw new Error(`The list has ${projects} projects and ${files} files: ${text.slice(0, 300)}`);
}
