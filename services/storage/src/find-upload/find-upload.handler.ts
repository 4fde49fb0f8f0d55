import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { HandleMessage, Inbox } from '@studiolo/service-kit';

type Message = typeof storageMessages.findUpload;

@Controller()
export class FindUploadHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError IDEMPOTENCY_KEY_REUSED when other files were committed under the message id */
  @HandleMessage(storageMessages.findUpload)
  async execute(request: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const reply = await this.inbox.findReply<ReplyOf<typeof storageMessages.commitUpload>>(request);
    return { files: reply?.files ?? null };
  }
}
