import * as transport from '@studiolo/transport';
import type { Redis } from 'ioredis';

import { KEY_PREFIX } from './key-prefix.js';

/** Asks whether the server is there and takes writes, under a key that Studiolo may touch. */
export function checkWritable(redis: Redis): Promise<void> {
  return transport.checkWritable(redis, KEY_PREFIX);
}
