import { eventually } from '@studiolo/testing/eventually';
import { type Mail, MAIL_PAUSE_MS, mailsTo } from '@studiolo/testing/mailbox';

/** Waits until an address has received this many mails and returns the last one. */
export async function mailTo(address: string, count = 1): Promise<Mail> {
  return eventually(
    async () => {
      const mails = await mailsTo(address);
      expect(mails).toHaveLength(count);
      return mails[count - 1]!;
    },
    undefined,
    MAIL_PAUSE_MS,
  );
}

/** The first link in a mail. */
export function linkIn(mail: Mail): URL {
  const [link] = /https?:\/\/\S+/.exec(mail.text) ?? [];
  if (link === undefined) throw new Error('There is no link in this mail');
  return new URL(link);
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail): string {
  return linkIn(mail).searchParams.get('token') ?? '';
}

/** Waits for a mail and returns the token in its link. */
export async function tokenMailedTo(address: string, count = 1): Promise<string> {
  return tokenIn(await mailTo(address, count));
}
