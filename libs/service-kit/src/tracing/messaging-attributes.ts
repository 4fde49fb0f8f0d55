/** What a span says of the message it stands for, in OpenTelemetry's words. */
export function messagingAttributes(operation: 'send' | 'process', destination: string) {
  return {
    'messaging.system': 'redis_streams',
    'messaging.operation.type': operation,
    'messaging.destination.name': destination,
  };
}
