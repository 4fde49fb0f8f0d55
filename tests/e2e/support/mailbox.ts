import { eventually } from '@studiolo/testing/eventually';

import { environment } from './environment.ts';

/** A mail as the inbox of the stack shows it. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
}

/** Every mail sent to the address so far. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${environment('MAIL_URL')}/email`);
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ to }) => to.some((receiver) => receiver.address === address));
}

/** Waits for a mail with the subject and gives the first link in it that leads to the path. */
export async function linkMailedTo(address: string, path: string): Promise<URL> {
  let link: string | undefined;
  await eventually(async () => {
    const texts = (await mailsTo(address)).map(({ text }) => text);
    link = texts
      .join('\n')
      .match(/https?:\/\/\S+/g)
      ?.find((url) => new URL(url).pathname === path);
    expect(link).toBeDefined();
  });
  return new URL(link ?? '');
}
