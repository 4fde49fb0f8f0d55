import { randomUUID } from 'node:crypto';

import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Mailer } from '../mail/mailer.js';

type Message = typeof authMessages.sendTestMail;

const TEXT = 'Studiolo can send mail. An operator asked for this test; there is nothing to do.';

/** Hands one mail to the mail server, past the queue, so that the operator sees the server's answer. */
@Controller()
export class SendTestMailHandler {
  constructor(private readonly mailer: Mailer) {}

  @HandleMessage(authMessages.sendTestMail)
  async execute({ email }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const content = { subject: 'A test of Studiolo’s mail', text: TEXT, html: `<p>${TEXT}</p>` };
    try {
      await this.mailer.send({ id: randomUUID(), to: email, date: new Date(), ...content });
      return { refusal: null };
    } catch (error) {
      return { refusal: error instanceof Error ? error.message : String(error) };
    }
  }
}
