import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Google } from '../google/google.js';

type Message = typeof authMessages.googleAuthorizationUrl;

@Controller()
export class GoogleAuthorizationUrlHandler {
  constructor(private readonly google: Google) {}

  @HandleMessage(authMessages.googleAuthorizationUrl)
  execute(): Promise<ReplyOf<Message>> {
    return Promise.resolve({ authorizationUrl: this.google.authorizationUrl() });
  }
}
