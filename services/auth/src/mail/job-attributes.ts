import { MAIL_QUEUE } from '@studiolo/contracts';

/** What a span says of a job of the mail queue, in OpenTelemetry's words. */
export function jobAttributes(operation: 'send' | 'process') {
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.type': operation,
    'messaging.destination.name': MAIL_QUEUE,
  };
}
