import { errorTable } from '@studiolo/contracts';
import { metricsRegistry } from '@studiolo/service-kit';
import { Counter } from 'prom-client';

const errors = new Counter({
  name: 'studiolo_http_errors_total',
  help: 'Answers with an error, by its code: refusals such as a full quota as well as failures',
  labelNames: ['code'],
  registers: [metricsRegistry],
});
for (const code of Object.keys(errorTable)) errors.inc({ code }, 0);

/** Counts an answer with an error. */
export function countError(code: string): void {
  errors.inc({ code });
}
