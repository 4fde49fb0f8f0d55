/**
 * Key of the object that names the installation a bucket belongs to. Its text is the id in storage's database; a
 * restore brings both back.
 */
export const INSTALLATION_OBJECT = 'installation';

/**
 * Key of the PostgreSQL advisory lock that a backup (infra/backup/backup.sh) holds while it copies objects. Storage
 * deletes no objects while anyone holds it; pending deletions run once the lock is free, also after its holder crashed.
 */
export const OBJECTS_KEPT_LOCK = 7_202;
