import { metricsRegistry } from '@studiolo/service-kit';
import { Counter } from 'prom-client';

/**
 * Tries to send a mail: `sent`, `dropped` (its link was replaced or used meanwhile), `failed` (comes
 * again) and `parked` (failed for the last time).
 */
export const mailsCounter = new Counter({
  name: 'studiolo_mails_total',
  help: 'Tries to send a mail, by outcome',
  labelNames: ['outcome'],
  registers: [metricsRegistry],
});
