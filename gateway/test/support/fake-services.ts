import {
  authMessages,
  healthMessage,
  type Message,
  MIB,
  projectMessages,
  type ReplyOf,
  type RequestOf,
  serviceNames,
  storageMessages,
} from '@studiolo/contracts';
import { AppError, KEY_PREFIX } from '@studiolo/service-kit';
import { RedisStreamsServer } from 'nestjs-redis-streams';

type Handler = (request: never, messageId: string) => unknown;

const messages = { auth: authMessages, projects: projectMessages, storage: storageMessages };
const limits = { quota_bytes: 5 * MIB, max_file_bytes: 5 * MIB };
/** What an owner without files uses. */
export const noUsage = {
  ...{ ...limits, total_storage_bytes: 0, total_storage_mb: 0, total_files: 0, projects: [] },
};

/** Replaces auth, projects and storage on the real transport; each test defines their answers. */
export class FakeServices {
  private readonly handlers = new Map<string, Handler>();
  private readonly servers: RedisStreamsServer[];
  /** Every message received, oldest first. */
  readonly received: { pattern: string; request: unknown; messageId: string }[] = [];

  constructor(redisUrl: string, signingKey: string) {
    this.servers = serviceNames.map((service) => {
      const server = new RedisStreamsServer({
        ...{ redisUrl, signingKey, service, prefix: KEY_PREFIX },
      });
      const ofService = Object.values<Message>(messages[service]);
      for (const { pattern } of [...ofService, healthMessage(service)]) {
        server.addHandler(pattern, (request: unknown, context: { getMessageId(): string }) =>
          this.handle(pattern, request, context.getMessageId()),
        );
      }
      server.listen(() => undefined);
      return server;
    });
    this.reset();
  }

  /** Defines the answer to a message; a thrown AppError is sent back as its code. */
  answer<Definition extends Message>(
    message: Definition,
    handler: (
      request: RequestOf<Definition>,
      messageId: string,
    ) => ReplyOf<Definition> | Promise<ReplyOf<Definition>>,
  ): void {
    this.handlers.set(message.pattern, handler);
  }

  /** Forgets all answers and messages: services are healthy and empty, every session is active, the limits are 5 MiB. */
  reset(): void {
    this.handlers.clear();
    this.received.length = 0;
    this.answer(authMessages.checkSession, () => ({ active: true }));
    this.answer(authMessages.listSessions, () => ({ sessions: [] }));
    this.answer(projectMessages.list, () => ({ projects: [], nextCursor: null }));
    this.answer(storageMessages.listFiles, () => ({ projects: {}, next: null }));
    this.answer(storageMessages.getLimits, () => limits);
    this.answer(storageMessages.getUsage, () => noUsage);
    for (const service of serviceNames) {
      this.answer(healthMessage(service), () => ({
        healthy: true,
        checks: { database: 'up' as const },
      }));
    }
  }

  requestsOf<Definition extends Message>(message: Definition): RequestOf<Definition>[] {
    return this.received
      .filter(({ pattern }) => pattern === message.pattern)
      .map(({ request }) => request as RequestOf<Definition>);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }

  private async handle(pattern: string, request: unknown, messageId: string): Promise<unknown> {
    this.received.push({ pattern, request, messageId });
    const handler = this.handlers.get(pattern);
    try {
      if (!handler) throw new AppError('INTERNAL');
      return await handler(request as never, messageId);
    } catch (error) {
      throw error instanceof AppError ? error.toWire() : error;
    }
  }
}
