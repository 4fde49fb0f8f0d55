import type { RedisStreamsContext } from '@studiolo/transport';

/** What a handler needs to know of its message: by its id repeats are told. */
export type MessageContext = Pick<RedisStreamsContext, 'getMessageId'>;
