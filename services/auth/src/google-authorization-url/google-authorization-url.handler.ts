import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import type { z } from 'zod';

import { Google } from '../google/google.js';

type Reply = z.input<typeof authMessages.googleAuthorizationUrl.reply>;

@Injectable()
export class GoogleAuthorizationUrlHandler {
  constructor(private readonly google: Google) {}

  handle(): Promise<Reply> {
    return Promise.resolve({ authorizationUrl: this.google.authorizationUrl() });
  }
}
