import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';

/** A mail as the inbox of the stack shows it. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  to: { address: string; name: string }[];
  headers: Record<string, string>;
}

/** All mails in an inbox. */
export async function allMails(inbox: string): Promise<Mail[]> {
  const answer = await fetch(`${inbox}/email`);
  return (await answer.json()) as Mail[];
}

/** Every mail sent to the address so far, in the inbox at MAIL_URL unless another is given. */
export async function mailsTo(address: string, inbox = environment('MAIL_URL')): Promise<Mail[]> {
  const mails = await allMails(inbox);
  return mails.filter(({ to }) => to.some((receiver) => receiver.address === address));
}

/** Waits for a mail with a link to the path and returns the token of the newest such link; throws after 20 s. */
export async function tokenMailedTo(
  address: string,
  path: string,
  inbox?: string,
): Promise<string> {
  const link = await linkMailedTo(address, path, inbox);
  return link.searchParams.get('token') ?? '';
}

/** Waits for a mail with a link to the path and returns the newest such link; throws after 20 s. */
export function linkMailedTo(address: string, path: string, inbox?: string): Promise<URL> {
  return eventually(async () => {
    const texts = (await mailsTo(address, inbox)).map(({ text }) => text).join('\n');
    const links = texts.match(/https?:\/\/\S+/g)?.map((url) => new URL(url)) ?? [];
    const link = links.findLast(({ pathname }) => pathname === path);
    if (!link) throw new Error(`No mail to ${address} has a link to ${path}`);
    return link;
  });
}
