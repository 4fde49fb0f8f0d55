import { loadEnv, runService } from '@studiolo/service-kit';

import { AuthModule } from './auth.module.js';
import { authSettings } from './auth.settings.js';
import { MailQueue } from './mail/mail-queue.js';

await runService({
  name: 'auth',
  loadSettings: () => loadEnv(authSettings),
  module: (settings) => AuthModule.forRoot(settings),
  operatorPages: async (app, { OPERATOR_PASSWORD: password }) => {
    // Without a password the page's code is not loaded.
    if (password === undefined) return undefined;
    const { openMailBoard } = await import('./mail/mail-board.js');
    return openMailBoard(app.get(MailQueue, { strict: false }).queue, password);
  },
});
