/**
 * Key of the PostgreSQL advisory lock that a backup (infra/backup/backup.sh) holds while it copies objects. Storage
 * removes none as long as somebody has it: what is deleted meanwhile goes when the lock is free again, also after a
 * crash of its holder.
 */
export const OBJECTS_KEPT_LOCK = 7_202;
