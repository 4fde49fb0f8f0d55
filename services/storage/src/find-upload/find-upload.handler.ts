import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages as messages } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';

@Controller()
export class FindUploadHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError IDEMPOTENCY_KEY_REUSED when other files were committed under the message id */
  @HandleMessage(messages.findUpload)
  async execute(
    request: RequestOf<typeof messages.findUpload>,
  ): Promise<ReplyOf<typeof messages.findUpload>> {
    const reply = await this.inbox.findReply<ReplyOf<typeof messages.commitUpload>>(request);
    return { files: reply?.files ?? null };
  }
}
