import { availableParallelism, cpus, loadavg } from 'node:os';
import { LoadGenerator } from './measure/load.ts';
import type { SubjectInfo } from './results.ts';
import { Stores } from './subjects/stores.ts';
import type { RunningSubject, Subject } from './subjects/subject.ts';

/** One run of the benchmark: the stores, the load generator and whoever is up. Ends what it has started. */
export class Session {
  readonly stores: Stores;
  readonly generator = new LoadGenerator();
  readonly running = new Map<string, RunningSubject>();
  readonly infos: Record<string, SubjectInfo> = {};
  readonly say: (line: string) => void;

  private constructor(stores: Stores, say: (line: string) => void) {
    this.stores = stores;
    this.say = say;
  }

  static async begin(dataDir: string, say: (line: string) => void): Promise<Session> {
    return new Session(await Stores.start(dataDir), say);
  }

  /** Builds or installs the subjects and starts them; one that cannot be is noted with the reason. Gives those that are up. */
  async bringUp(subjects: readonly Subject[]): Promise<Subject[]> {
    for (const subject of subjects) await this.bringUpOne(subject);
    return subjects.filter(({ name }) => this.running.has(name));
  }

  async stopSubjects(): Promise<void> {
    const subjects = [...this.running.values()];
    this.running.clear();
    await Promise.all(subjects.map((subject) => subject.stop()));
  }

  async end(): Promise<void> {
    this.generator.stop();
    await this.stopSubjects();
    await this.stores.stop();
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
      await prepare?.(this.stores);
      const up = await start(this.stores);
      this.running.set(name, up);
      this.say(`  ${title} is up (${up.startSeconds.toFixed(2)} s)`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.infos[name] = { title, unavailable: reason.split('\n')[0] ?? '' };
      this.say(`  ${title} cannot be measured: ${reason}`);
    }
  }
}
