import * as z from 'zod/mini';

import { idSchema } from './fields.js';

/** A request to one replica of one service and its reply. */
export interface Message<
  Request extends z.core.$ZodType = z.core.$ZodType,
  Reply extends z.core.$ZodType = z.core.$ZodType,
> {
  /** `<service>.<name>`: the part before the dot is the service that answers. */
  readonly pattern: string;
  readonly request: Request;
  readonly reply: Reply;
  /** Deadline of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** What the security log says about it; `nothing` for a message that does not concern an account's security. */
  readonly audit?: Audit | 'nothing';
}

/** The names of a message's lines in the security log; docs/operations.md documents them. */
export interface Audit {
  readonly done: string;
  readonly refused?: string;
  /** Only requests in which this field is set are logged. */
  readonly ifGiven?: 'email' | 'retry';
}

/** The types of a handler's argument and of its reply. */
export type RequestOf<M extends Message> = z.output<M['request']>;
export type ReplyOf<M extends Message> = z.output<M['reply']>;

const DEFAULT_TIMEOUT_MS = 5000;

type Definition = Pick<Message, 'request' | 'reply'> & Partial<Pick<Message, 'timeoutMs'>>;
/** Auth, which writes the security log, says of each of its messages what is logged. */
type Audited<Service extends ServiceName> = Service extends 'auth'
  ? Required<Pick<Message, 'audit'>>
  : unknown;

/** The messages of a service by name: `beginUpload` of storage has the pattern `storage.begin-upload`. */
export function defineMessages<
  Service extends ServiceName,
  Definitions extends Record<string, Definition>,
>(service: Service, definitions: Definitions & Record<keyof Definitions, Audited<Service>>) {
  const messages = Object.entries<Definition>(definitions).map(([name, definition]) => {
    const pattern = `${service}.${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [name, { timeoutMs: DEFAULT_TIMEOUT_MS, ...definition, pattern }];
  });
  return Object.fromEntries(messages) as {
    readonly [Name in keyof Definitions]: Message<
      Definitions[Name]['request'],
      Definitions[Name]['reply']
    >;
  };
}

/** Parts of many messages. */
export const nothing = z.object({});
export const ofUser = z.object({ userId: idSchema });

/** Something that happened; each consumer gets it at least once and recognises repeats by the message id. */
export interface DomainEvent<Payload extends z.core.$ZodType = z.core.$ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** The services that receive the event. */
  readonly consumers: readonly ServiceName[];
}

export type PayloadOf<E extends DomainEvent> = z.output<E['payload']>;

export const serviceNames = ['auth', 'projects', 'storage'] as const;
export type ServiceName = (typeof serviceNames)[number];
