import { runService, serviceSettings, settingsOrExit } from '@studiolo/service-kit';

import { projectsService } from './service.js';

await runService(projectsService(settingsOrExit(serviceSettings)));
