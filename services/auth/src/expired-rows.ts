import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import {
  DataSource,
  type EntityTarget,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
} from 'typeorm';

import { inPast, olderThan } from './database-clock.js';
import { Attempt } from './entities/attempt.entity.js';
import { KnownNetwork } from './entities/known-network.entity.js';
import { LinkMail } from './entities/link-mail.entity.js';
import { MailCount } from './entities/mail-count.entity.js';
import { Session } from './entities/session.entity.js';
import { COUNTED_SECONDS } from './links/mail-limits.js';
import { KNOWN_SECONDS } from './sessions/known-networks.js';

const INTERVAL_MS = 10 * 60 * 1000;
/** Keeps each statement well under its time-out, however long nothing was purged. */
const BATCH_SIZE = 5000;

type Row = ObjectLiteral & { id: string };

/** Deletes expired sessions, attempts, links, counts and networks; the links of an attempt are deleted with it. */
@Injectable()
export class ExpiredRows extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(batchSize = BATCH_SIZE): Promise<void> {
    const expired = { expiresAt: inPast() };
    await this.purge(Session, expired, batchSize);
    await this.purge(Attempt, expired, batchSize);
    await this.purge(LinkMail, expired, batchSize);
    await this.purge(MailCount, { countedAt: olderThan(COUNTED_SECONDS) }, batchSize);
    await this.purge(KnownNetwork, { usedAt: olderThan(KNOWN_SECONDS) }, batchSize);
  }

  private async purge<Entity extends Row>(
    entity: EntityTarget<Entity>,
    where: FindOptionsWhere<Entity>,
    batchSize: number,
  ): Promise<void> {
    const rows = this.dataSource.getRepository<Row>(entity);
    let found: Row[];
    do {
      found = await rows.find({ where, select: { id: true }, take: batchSize });
      if (found.length > 0) await rows.delete({ id: In(found.map(({ id }) => id)) });
    } while (found.length === batchSize && !this.isStopping);
  }
}
