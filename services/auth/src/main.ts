import { runService, settingsOrExit } from '@studiolo/service-kit';

import { authSettings } from './auth.settings.js';
import { authService } from './service.js';

await runService(authService(settingsOrExit(authSettings)));
