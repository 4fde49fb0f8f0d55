import { findProgram } from '@studiolo/infra/stack/programs';

const hasRedis = (findProgram('redis-server') ?? findProgram('valkey-server')) !== undefined;
if (!hasRedis) console.warn('Tests that need a real Redis are skipped: it is not on the PATH.');

/** A test that needs a real Redis: the embedded server cannot be stopped, filled up or brought back with its data. */
export const testOnRedis = hasRedis ? test : test.skip;
