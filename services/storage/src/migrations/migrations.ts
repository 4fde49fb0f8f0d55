import { CreateStorage1795000000000 } from './1795000000000-create-storage.js';
import { AddObjectEtag1795814700000 } from './1795814700000-add-object-etag.js';
import { AddSha2561795816200000 } from './1795816200000-add-sha256.js';
import { AddChecks1795819200000 } from './1795819200000-add-checks.js';
import { KeyFilesByOwner1795826700000 } from './1795826700000-key-files-by-owner.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [
  CreateStorage1795000000000,
  AddObjectEtag1795814700000,
  AddSha2561795816200000,
  AddChecks1795819200000,
  KeyFilesByOwner1795826700000,
];
