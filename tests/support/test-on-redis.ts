import { onNative } from '@studiolo/testing/redis-process';

/** A test that needs a real Redis: the embedded server cannot be stopped, filled up or brought back with its data. */
export const testOnRedis = onNative(test);
