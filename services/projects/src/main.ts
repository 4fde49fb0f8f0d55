import { loadEnv, runService, serviceSettings } from '@studiolo/service-kit';

import { ProjectsModule } from './projects.module.js';

await runService({
  name: 'projects',
  loadSettings: () => loadEnv(serviceSettings),
  module: (settings) => ProjectsModule.forRoot(settings),
});
