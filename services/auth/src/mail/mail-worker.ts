import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  createBlockingRedis,
  HealthRegistry,
  inSpanFrom,
  messageSpan,
  withRequestContext,
} from '@studiolo/service-kit';
import { inFuture, now, SETTINGS } from '@studiolo/service-kit/database';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { Counter } from 'prom-client';
import { DataSource, IsNull } from 'typeorm';

import type { AuthSettings } from '../auth.settings.js';
import { LinkMail } from './link-mail.entity.js';
import { LinkMails } from './link-mails.js';
import { IN_QUEUE, MAIL_KEYS, MAIL_QUEUE } from './mail-queue.js';
import { Mailer } from './mailer.js';
import { mailLink, writeMail } from './write-mail.js';

const CONCURRENCY = 5;
/** A mail whose worker died is retried within this time, in milliseconds. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5000;
/** How often a mail's worker may die before the mail counts as failed: restarts are not the mail's fault. */
const STALLED_MAX = 10;
/** While Redis is down `close()` never returns, and only its first call has an effect. */
const CLOSE_TIMEOUT = { milliseconds: 1000 };

/**
 * Attempts to send a mail: `sent`, `dropped` (its link was replaced or used meanwhile), `failed` (is retried) and
 * `parked` (failed for the last time).
 */
const mailsCounter = new Counter({
  name: 'studiolo_mails_total',
  help: 'Tries to send a mail, by outcome',
  labelNames: ['outcome'],
});
// At 0 from the start: a rate needs a sample before the first mail that is parked.
for (const outcome of ['sent', 'dropped', 'failed', 'parked']) mailsCounter.inc({ outcome }, 0);

/** Sends the mails of the queue, several at a time. */
@Injectable()
export class MailWorker implements OnModuleDestroy {
  private readonly logger = new Logger(MailWorker.name);
  private readonly redis: Redis;
  private readonly worker: Worker;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Pick<AuthSettings, 'REDIS_URL' | 'REDIS_CA' | 'APP_URL'>,
    private readonly dataSource: DataSource,
    private readonly linkMails: LinkMails,
    private readonly mailer: Mailer,
    health: HealthRegistry,
  ) {
    this.redis = createBlockingRedis(settings, `${MAIL_KEYS}:${MAIL_QUEUE}`);
    this.worker = new Worker(MAIL_QUEUE, (job) => this.process(job), {
      connection: this.redis,
      prefix: MAIL_KEYS,
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLED_MAX,
    });
    this.worker.on('error', (error) => this.logError(error));
    this.worker.on('failed', (job, error) => this.logFailure(job, error));
    health.register('mail-worker', () => this.worker.isRunning());
  }

  /** Lets mails in progress finish. Another worker takes over one that does not. */
  async onModuleDestroy(): Promise<void> {
    const isReady = this.redis.status === 'ready';
    await pTimeout(this.worker.close(!isReady), CLOSE_TIMEOUT).catch(() => undefined);
    await pTimeout(this.worker.disconnect(), CLOSE_TIMEOUT).catch(() => undefined);
    // On a closed connection `disconnect` would start a timer of 2 s that nothing clears and that keeps the process
    // alive.
    if (this.redis.status !== 'end') this.redis.disconnect();
  }

  private process({ id = '', name, opts }: Job): Promise<void> {
    const span = messageSpan('process', name, IN_QUEUE);
    return inSpanFrom(opts.telemetry?.metadata, span, async () =>
      mailsCounter.inc({ outcome: await this.send(id) }),
    );
  }

  /**
   * Sends the mail of one row: every retry sends the same bytes with the same Message-ID. `dropped`: the mail is sent
   * already, or its link is replaced, used or expired.
   */
  async send(mailId: string): Promise<'sent' | 'dropped'> {
    const mails = this.dataSource.getRepository(LinkMail);
    const mail = await mails.findOne({
      where: { id: mailId, sentAt: IsNull(), expiresAt: inFuture() },
      relations: { account: true, attempt: true },
    });
    const owner = mail?.attempt ?? mail?.account;
    if (!mail || !owner) return 'dropped';
    const { id, account, attempt, email, createdAt: date, purpose, requestId } = mail;
    const link = mailLink(this.settings.APP_URL, mail, this.linkMails.tokenOf(mail));
    // The account may have changed its address, or never proved it.
    const isProved = account?.email === email && account.emailVerified;
    // A sign-up happens once, however often its mail is asked for.
    const askedAt = attempt?.userId === null ? owner.createdAt : date;
    const facts = { name: owner.name, askedAt, isProved, link };
    const content = writeMail(purpose, facts);
    await withRequestContext({ requestId: requestId ?? id }, () =>
      this.mailer.send({ id, to: email, date, ...content }),
    );
    await mails.update(id, { sentAt: now });
    return 'sent';
  }

  private logFailure(job: Job | undefined, error: Error): void {
    const isLast = job?.finishedOn !== undefined;
    const facts = { mailId: job?.id, attempt: job?.attemptsMade, reason: error.message };
    mailsCounter.inc({ outcome: isLast ? 'parked' : 'failed' });
    if (isLast) this.logger.error(facts, 'A mail could not be sent and is parked');
    else this.logger.warn(facts, 'A mail is tried again later');
  }

  /** An outage of Redis, which the command connection has logged, causes these errors many times a second. */
  private logError(error: Error): void {
    if (this.redis.status === 'ready') this.logger.warn({ err: error }, 'The mail worker failed');
    else this.logger.debug({ err: error }, 'The mail worker waits for Redis');
  }
}
