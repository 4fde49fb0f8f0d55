import { metricsRegistry, publishGauge } from '@studiolo/service-kit';
import type { Queue } from 'bullmq';
import { Counter } from 'prom-client';

/**
 * Attempts to send a mail: `sent`, `dropped` (its link was replaced or used meanwhile), `failed` (is retried) and
 * `parked` (failed for the last time).
 */
export const mailsCounter = new Counter({
  name: 'studiolo_mails_total',
  help: 'Tries to send a mail, by outcome',
  labelNames: ['outcome'],
  registers: [metricsRegistry],
});
// At 0 from the start: a rate needs a sample before the first mail that is parked.
for (const outcome of ['sent', 'dropped', 'failed', 'parked']) mailsCounter.inc({ outcome }, 0);

/** Publishes the number of mails in each state, for all replicas together. */
export function observeMailQueue(queue: Queue): void {
  publishGauge(
    {
      name: 'studiolo_mail_jobs',
      help: 'Mails in the queue: waiting, active, delayed until their next try, or failed for good',
      labelNames: ['state'],
    },
    async () => {
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  );
}
