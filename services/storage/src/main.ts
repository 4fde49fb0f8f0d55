import { loadEnv, runService } from '@studiolo/service-kit';

import { StorageModule } from './storage.module.js';
import { storageSettings } from './storage.settings.js';

await runService({
  name: 'storage',
  loadSettings: () => loadEnv(storageSettings),
  module: (settings) => StorageModule.forRoot(settings),
});
