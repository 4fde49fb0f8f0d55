import { Controller } from '@nestjs/common';
import { type ReplyOf, storageMessages } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { StoragePolicy } from '../storage-policy.js';

type Message = typeof storageMessages.getLimits;

@Controller()
export class GetLimitsHandler {
  constructor(private readonly policy: StoragePolicy) {}

  @HandleMessage(storageMessages.getLimits)
  execute(): Promise<ReplyOf<Message>> {
    const { quotaBytes, maxFileBytes } = this.policy;
    return Promise.resolve({ quotaBytes, maxFileBytes });
  }
}
