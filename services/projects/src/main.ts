import { runService, serviceSettings, settingsOrExit } from '@studiolo/service-kit';

import { ProjectsModule } from './projects.module.js';

const settings = settingsOrExit(serviceSettings);
await runService({ name: 'projects', settings, module: ProjectsModule.forRoot(settings) });
