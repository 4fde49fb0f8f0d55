import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';

/** The pause between questions for a mail, which is sent within half a second at the earliest. */
export const MAIL_PAUSE_MS = 100;

/** A mail as the inbox of the stack shows it. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  to: { address: string; name: string }[];
  headers: Record<string, string>;
}

async function mailsAt(url: string): Promise<Mail[]> {
  return (await (await fetch(url)).json()) as Mail[];
}

/** All mails in an inbox. */
export const allMails = (inbox: string) => mailsAt(`${inbox}/email`);

/** Every mail sent to the address so far, in the inbox at MAIL_URL unless another is given. */
export const mailsTo = (address: string, inbox = environment('MAIL_URL')) =>
  mailsAt(`${inbox}/email?to=${encodeURIComponent(address)}`);

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
  return eventually(
    async () => {
      const texts = (await mailsTo(address, inbox)).map(({ text }) => text).join('\n');
      const links = texts.match(/https?:\/\/\S+/g)?.map((url) => new URL(url)) ?? [];
      const link = links.findLast(({ pathname }) => pathname === path);
      if (!link) throw new Error(`No mail to ${address} has a link to ${path}`);
      return link;
    },
    undefined,
    MAIL_PAUSE_MS,
  );
}
