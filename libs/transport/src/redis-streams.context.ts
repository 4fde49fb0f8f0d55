import { BaseRpcContext } from '@nestjs/microservices';

export interface MessageFacts {
  readonly messageId: string;
  readonly entryId: string;
  readonly pattern: string;
  readonly attempt: number;
  readonly deadline: number | undefined;
  readonly metadata: Record<string, string>;
}

/** The message's properties, which a handler gets through `@Ctx()`. */
export class RedisStreamsContext extends BaseRpcContext<[MessageFacts]> {
  constructor(facts: MessageFacts) {
    super([facts]);
  }

  /** The same for every delivery and resend: the key under which a handler records its effect. */
  getMessageId(): string {
    return this.args[0].messageId;
  }

  /**
   * The stream's id of what was delivered: the same for every delivery of it, and another one for a message that was
   * stored again.
   */
  getEntryId(): string {
    return this.args[0].entryId;
  }

  getPattern(): string {
    return this.args[0].pattern;
  }

  /** 1 on the first delivery. */
  getAttempt(): number {
    return this.args[0].attempt;
  }

  /** Epoch milliseconds on this process' clock after which nobody waits; events have none. */
  getDeadline(): number | undefined {
    return this.args[0].deadline;
  }

  getMetadata(): Record<string, string> {
    return this.args[0].metadata;
  }
}
