import type { LinkMail, LinkPurpose } from '../entities/link-mail.entity.js';
import { mailHtml, mailText } from './mail-layout.js';
import { WORDINGS } from './wordings.js';

interface MailFacts {
  /** The name of the account's owner, or of the person who signs up, as they wrote it. */
  readonly name: string;
  readonly askedAt: Date;
  readonly link: string;
}

/** As in `22 November 2026 at 18:44 UTC`, since the reader's time zone is unknown. */
const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The URL of a mail's link: a page of the front end. */
export function mailLink(
  appUrl: string,
  { purpose, email }: Pick<LinkMail, 'purpose' | 'email'>,
  token: string,
): string {
  const { page, isNotice } = WORDINGS[purpose];
  if (isNotice) return `${appUrl}${page}`;
  const query = new URLSearchParams({ token, email });
  return `${appUrl}${page}?${query.toString()}`;
}

/** Subject and both bodies of a mail. */
export function writeMail(purpose: LinkPurpose, { name, askedAt, link }: MailFacts) {
  const wording = WORDINGS[purpose];
  const parts = (writtenName: string, writtenLink: string) => ({
    ...wording,
    // Whoever signs up with somebody else's address must not choose the words of the mail.
    greeting: wording.isProved ? `Hello ${writtenName},` : 'Hello,',
    reason: wording.reason({ name: writtenName, askedAt: `${TIME.format(askedAt)} UTC` }),
    link: writtenLink,
  });
  return {
    subject: wording.subject,
    html: mailHtml(parts(escapeHtml(name), escapeHtml(link))),
    text: mailText(parts(name, link)),
  };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
