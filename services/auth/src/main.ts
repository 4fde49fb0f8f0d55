import { loadEnv, runService } from '@studiolo/service-kit';

import { AuthModule } from './auth.module.js';
import { authSettings } from './auth.settings.js';

await runService({
  name: 'auth',
  loadSettings: () => loadEnv(authSettings),
  module: (settings) => AuthModule.forRoot(settings),
});
