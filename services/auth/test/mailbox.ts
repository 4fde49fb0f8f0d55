import { eventually } from '@studiolo/testing/eventually';

import { testVariable } from './environment.js';

/** A mail as maildev lists it. */
export interface ReceivedMail {
  readonly id: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly to: readonly { address: string; name: string }[];
  readonly headers: Record<string, string>;
}

/** All mails that an address has received, oldest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${testVariable('MAIL_URL')}/email`);
  const mails = (await answer.json()) as ReceivedMail[];
  return mails.filter((mail) => mail.to.some((recipient) => recipient.address === address));
}

/** Waits until an address has received this many mails and returns the last one. */
export async function mailTo(address: string, count = 1): Promise<ReceivedMail> {
  return eventually(async () => {
    const mails = await mailsTo(address);
    if (mails.length !== count) throw new Error(`${mails.length} mails instead of ${count}`);
    return mails[count - 1]!;
  });
}

/** The first link in a mail. */
export function linkIn(mail: ReceivedMail): URL {
  const [link] = /https?:\/\/\S+/.exec(mail.text) ?? [];
  if (link === undefined) throw new Error('There is no link in this mail');
  return new URL(link);
}

/** The token in the link of a mail. */
export function tokenIn(mail: ReceivedMail): string {
  return linkIn(mail).searchParams.get('token') ?? '';
}

/** Waits for a mail and returns the token in its link. */
export async function tokenMailedTo(address: string, count = 1): Promise<string> {
  return tokenIn(await mailTo(address, count));
}
