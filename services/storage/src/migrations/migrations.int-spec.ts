import { testMigrations, testRepeatedMigration } from '@studiolo/service-kit/testing/migrations';

import { database } from '../service.js';
import { KeyFilesByOwner1795826700000 } from './1795826700000-key-files-by-owner.js';

testMigrations('storage', database);

testRepeatedMigration('storage', database, KeyFilesByOwner1795826700000, [
  {
    table: 'files',
    insert: `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type)
             SELECT uuidv7(), uuidv7(), uuidv7(), 'a.jpg', uuidv7(), 1, 'image/jpeg' FROM generate_series(1, 3)`,
  },
  {
    table: 'upload_files',
    insert: `INSERT INTO upload_files VALUES
             (uuidv7(), uuidv7(), uuidv7(), uuidv7(), 0, 'a.jpg', 1, 'image/jpeg', now())`,
  },
  { table: 'tombstones', insert: 'INSERT INTO tombstones VALUES (uuidv7()), (uuidv7())' },
]);
