import { runService, settingsOrExit } from '@studiolo/service-kit';

import { StorageModule } from './storage.module.js';
import { storageSettings } from './storage.settings.js';

const settings = settingsOrExit(storageSettings);
await runService({ name: 'storage', settings, module: StorageModule.forRoot(settings) });
