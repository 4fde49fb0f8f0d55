import { Inject, Injectable } from '@nestjs/common';
import {
  inSpan,
  messageSpan,
  PeriodicTask,
  publishGauge,
  type RedisCommands,
  traceParent,
} from '@studiolo/service-kit';
import { inFuture, olderThan } from '@studiolo/service-kit/database';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { DataSource, IsNull } from 'typeorm';

import { LinkMail } from './link-mail.entity.js';

export const MAIL_QUEUE = 'mail';
/** In braces, so that one node of a Redis Cluster has all keys of the queue. */
export const MAIL_KEYS = '{bull}';

/** What the spans of mails say besides their purpose. */
export const IN_QUEUE = { 'messaging.system': 'bullmq', 'messaging.destination.name': MAIL_QUEUE };

/** The pauses between them are 1 s, 2 s, 4 s …: about eight and a half minutes in all. */
const ATTEMPTS = 10;
const FIRST_DELAY_MS = 1000;
/** Finished jobs are kept as long as they could be added again. */
const DONE_JOBS = { age: 3600, count: 10_000 };
const FAILED_JOBS = { age: 7 * 24 * 3600, count: 10_000 };
const RESTORE_INTERVAL_MS = 30_000;
const OVERDUE_SECONDS = 30;
const RESTORED_MAX = 500;
const ADD_TIMEOUT_MS = 3000;

/**
 * The queue of outgoing mail. Redis holds jobs as clear text, so a job has nothing but the id of its row, from which the
 * worker finds address and link; each row causes one mail. Unsent mails are added again at intervals, which restores the
 * jobs of a Redis that lost its data.
 */
@Injectable()
export class MailQueue extends PeriodicTask {
  readonly queue: Queue;

  constructor(
    @Inject(Redis) redis: RedisCommands,
    private readonly dataSource: DataSource,
  ) {
    super(RESTORE_INTERVAL_MS);
    this.queue = new Queue(MAIL_QUEUE, {
      connection: redis,
      prefix: MAIL_KEYS,
      skipWaitingForReady: true,
      // BullMQ would ask Redis for its version once, and without an answer in time refuse every job until the process ends.
      // The mail worker asks for it as well, and waits for the answer.
      skipVersionCheck: true,
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: FIRST_DELAY_MS },
        removeOnComplete: DONE_JOBS,
        removeOnFail: FAILED_JOBS,
      },
    });
    // The connection itself logs outages, and the outbox logs a job that was not added.
    this.queue.on('error', (error) => this.logger.debug({ err: error }, 'The mail queue failed'));
    publishGauge({
      name: 'studiolo_mail_jobs',
      help: 'Mails in the queue: waiting, active, delayed until their next try, or failed for good',
      labelNames: ['state'],
      read: () => this.queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    });
  }

  /** Adds a mail to send; the same id again adds nothing. */
  async add(name: string, jobId: string): Promise<void> {
    await inSpan(messageSpan('send', name, IN_QUEUE), () => {
      // Where BullMQ keeps the trace. (Its own `bullmq-otel` would begin one each time a process polls the queue, several a
      // minute.)
      const metadata = traceParent();
      const options = { jobId, ...(metadata && { telemetry: { metadata } }) };
      return pTimeout(this.queue.add(name, {}, options), { milliseconds: ADD_TIMEOUT_MS });
    });
  }

  /** Adds overdue mails. A job that is still there, waiting or parked, is not added twice. */
  async run(): Promise<void> {
    const mails = await this.dataSource.manager.find(LinkMail, {
      where: { sentAt: IsNull(), createdAt: olderThan(OVERDUE_SECONDS), expiresAt: inFuture() },
      order: { createdAt: 'ASC' },
      take: RESTORED_MAX,
    });
    for (const mail of mails) await this.add(mail.purpose, mail.id);
  }
}
