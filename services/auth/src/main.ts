import { runService, settingsOrExit } from '@studiolo/service-kit';

import { AuthModule } from './auth.module.js';
import { authSettings } from './auth.settings.js';

const settings = settingsOrExit(authSettings);
await runService({ name: 'auth', settings, module: AuthModule.forRoot(settings) });
