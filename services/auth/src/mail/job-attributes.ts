import { MAIL_QUEUE } from '@studiolo/contracts';

/** Span attributes of a mail job, named by OpenTelemetry's conventions. */
export function jobAttributes(operation: 'send' | 'process') {
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.type': operation,
    'messaging.destination.name': MAIL_QUEUE,
  };
}
