import { testMigrations, testRepeatedMigration } from '@studiolo/service-kit/testing/migrations';

import { database } from '../service.js';
import { KeyProjectsByOwner1795826700000 } from './1795826700000-key-projects-by-owner.js';

testMigrations('projects', database);

testRepeatedMigration('projects', database, KeyProjectsByOwner1795826700000, [
  {
    table: 'projects',
    insert: `INSERT INTO projects (id, user_id, title, client, search_text, status)
             SELECT uuidv7(), uuidv7(), 'Wedding', 'Anna', 'wedding', 'todo' FROM generate_series(1, 3)`,
  },
]);
