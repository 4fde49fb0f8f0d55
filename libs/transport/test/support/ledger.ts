import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Records on disk what handlers did, so that it survives them: every run, and each effect once. */
export class Ledger {
  private readonly runs: string;
  private readonly effects: string;

  constructor(folder: string) {
    this.runs = join(folder, 'runs');
    this.effects = join(folder, 'effects');
    mkdirSync(this.effects, { recursive: true });
  }

  noteRun(messageId: string): void {
    appendFileSync(this.runs, `${messageId}\n`);
  }

  /** Returns false when the effect has happened already, as an inbox does. */
  commit(messageId: string): boolean {
    try {
      writeFileSync(join(this.effects, messageId), '', { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  }

  allRuns(): string[] {
    return existsSync(this.runs) ? readFileSync(this.runs, 'utf8').split('\n').filter(Boolean) : [];
  }

  allEffects(): Set<string> {
    return new Set(readdirSync(this.effects));
  }
}
