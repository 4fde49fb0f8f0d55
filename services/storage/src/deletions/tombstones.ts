import { type EntityManager, In } from 'typeorm';

import { Tombstone } from '../entities/tombstone.entity.js';

/** Marks projects, owners and uploads as deleted. Written and read under the owner's lock. */
export async function insertTombstones(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<void> {
  const tombstones = ids.map((id) => ({ id }));
  const insert = transaction.createQueryBuilder().insert().into(Tombstone).values(tombstones);
  await insert.orIgnore().execute();
}

/** Whether one of these ids was deleted. */
export function isDeleted(transaction: EntityManager, ids: readonly string[]): Promise<boolean> {
  return transaction.existsBy(Tombstone, { id: In(ids) });
}
