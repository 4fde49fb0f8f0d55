import { Any, type EntityManager, type FindManyOptions } from 'typeorm';

import type { FileEntity } from '../entities/file.entity.js';
import type { UploadFile } from '../entities/upload-file.entity.js';

type RowWithObject = FileEntity | UploadFile;

// Not by entity: a parameter for each of thousands of keys would block the process.
const QUEUE_OBJECTS = `INSERT INTO object_deletions (object_key) SELECT unnest($1::uuid[])
                       ON CONFLICT DO NOTHING`;

/** Deletes the rows that are found, and queues their objects for removal after the commit; returns the rows. */
export async function deleteWithObjects<Row extends RowWithObject>(
  transaction: EntityManager,
  entity: new () => Row,
  options: FindManyOptions<Row>,
): Promise<Row[]> {
  const lock = { mode: 'pessimistic_write' as const };
  const rows = await transaction.find(entity, { lock, ...options });
  const keys = rows.map(({ objectKey }) => objectKey);
  if (keys.length === 0) return rows;
  const owners = [...new Set(rows.map(({ userId }) => userId))];
  await transaction.delete(entity, { userId: Any(owners), objectKey: Any(keys) });
  await transaction.query(QUEUE_OBJECTS, [keys]);
  return rows;
}
