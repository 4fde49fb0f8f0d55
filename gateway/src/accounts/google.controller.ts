import { Controller } from '@nestjs/common';
import { authMessages, googleCallbackOperation, googleUrlOperation } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { clientKey } from '../rate-limits/client-address.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { callerOf } from './caller.js';

@Controller()
export class GoogleController {
  constructor(
    private readonly bus: MessageBus,
    private readonly limiter: RateLimiter,
  ) {}

  @Route(googleUrlOperation)
  async url({ request }: Call<typeof googleUrlOperation>) {
    await this.limiter.consume('googleByAddress', clientKey(request.ip));
    const { authorizationUrl } = await this.bus.call(authMessages.googleAuthorizationUrl, {});
    return { authorization_url: authorizationUrl };
  }

  @Route(googleCallbackOperation)
  async callback({ body, request }: Call<typeof googleCallbackOperation>) {
    await this.limiter.consume('googleByAddress', clientKey(request.ip));
    const { token, user } = await this.bus.call(authMessages.googleCallback, {
      ...body,
      ...callerOf(request),
    });
    return { success: true as const, token, user, message: 'Signed in with Google' };
  }
}
