import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import {
  authMessages,
  projectMessages,
  projectPageSchema,
  storageMessages,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import { ProjectFiles } from '../projects/project-files.js';
import { SessionReader } from '../session/session-reader.js';
import { TokenVerifier } from '../session/token-verifier.js';

/** Node compiles frequently run code; after this many rounds answers are about as fast as later ones. */
const ROUNDS = 5;
/** Has the form of a session's token, and no signature of ours. */
const FOREIGN_TOKEN = `eyJhbGciOiJFZERTQSJ9.e30.${'A'.repeat(86)}`;

/**
 * Sends a person's first requests as a user who does not exist: signing in, the project list, the storage page. The
 * services then open their connections, prepare their statements and compile their code before anybody waits for that.
 */
@Injectable()
export class WarmUp {
  constructor(
    private readonly bus: MessageBus,
    private readonly files: ProjectFiles,
    private readonly tokens: TokenVerifier,
    private readonly sessions: SessionReader,
  ) {}

  /** Resolves when done, or after `withinMs` milliseconds: a gateway does not wait for a service that is down. */
  async run(withinMs: number): Promise<void> {
    await Promise.race([this.rounds(), delay(withinMs, undefined, { ref: false })]);
  }

  private async rounds(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await this.firstPages();
  }

  private async firstPages(): Promise<void> {
    const userId = randomUUID();
    const page = projectPageSchema.parse({});
    const nobody = { email: 'nobody@studiolo.invalid', password: 'not a password' };
    await Promise.allSettled([
      this.bus.call(authMessages.login, nobody),
      this.tokens.verify(FOREIGN_TOKEN),
      this.sessions.isAlive({ userId, sessionId: randomUUID() }),
      this.bus.call(authMessages.getProfile, { userId }),
      this.bus.call(projectMessages.listProjects, { userId, page }),
      this.bus.call(projectMessages.summarizeProjects, { userId, filter: {} }),
      this.bus.call(storageMessages.getUsage, { userId }),
      this.files.ofUser(userId),
    ]);
  }
}
