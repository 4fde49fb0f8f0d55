/** Span attributes of a message, named by OpenTelemetry's conventions. */
export function messagingAttributes(operation: 'send' | 'process', destination: string) {
  return {
    'messaging.system': 'redis_streams',
    'messaging.operation.type': operation,
    'messaging.destination.name': destination,
  };
}
