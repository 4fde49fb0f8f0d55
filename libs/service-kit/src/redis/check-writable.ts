import type { Redis } from 'ioredis';
import * as transport from 'nestjs-redis-streams';

import { KEY_PREFIX } from './key-prefix.js';

/** Checks that the server answers and accepts writes, with a key that Studiolo may write. */
export function checkWritable(redis: Redis): Promise<void> {
  return transport.checkWritable(redis, KEY_PREFIX);
}
