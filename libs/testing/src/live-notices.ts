import type { Redis } from 'ioredis';

interface Notice {
  readonly change?: { kind: string; action: string; project_id: string | null };
  readonly end?: { reason: string; sessionIds: string[] };
}

/** The notices that services publish to an owner, as a gateway receives them. */
export class LiveNotices {
  /** Oldest first. */
  readonly all: Notice[] = [];

  private readonly subscriber: Redis;

  private constructor(subscriber: Redis) {
    this.subscriber = subscriber;
  }

  static async subscribe(redis: Redis, userId: string): Promise<LiveNotices> {
    const notices = new LiveNotices(redis.duplicate());
    notices.subscriber.on('message', (_channel, text) => {
      notices.all.push(JSON.parse(text) as Notice);
    });
    // As `liveChannel` of the contracts names it.
    await notices.subscriber.subscribe(`studiolo:live:${userId}`);
    return notices;
  }

  /** As words: `project created`, `session_ended`. */
  get news(): string[] {
    return this.all.map(({ change, end }) =>
      change ? `${change.kind} ${change.action}` : (end?.reason ?? 'nothing'),
    );
  }

  close(): void {
    this.subscriber.disconnect();
  }
}
