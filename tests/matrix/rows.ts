import { OBJECT_STORE_ROWS } from './object-stores.ts';
import { POSTGRES_ROWS } from './postgres.ts';
import { REDIS_ROWS } from './redis.ts';
import type { Row } from './row.ts';

export const ROWS: Row[] = [...POSTGRES_ROWS, ...REDIS_ROWS, ...OBJECT_STORE_ROWS];
