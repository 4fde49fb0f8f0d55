import { runService, settingsOrExit } from '@studiolo/service-kit';

import { storageService } from './service.js';
import { storageSettings } from './storage.settings.js';

await runService(storageService(settingsOrExit(storageSettings)));
