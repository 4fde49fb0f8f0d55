import type { LinkMail, LinkPurpose } from '../links/link-mail.entity.js';
import { escapeHtml } from './escape-html.js';
import { mailHtml, mailText } from './mail-layout.js';

interface MailFacts {
  /** Name of the account's owner, as they wrote it. */
  readonly name: string;
  readonly link: string;
}

export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly reason: string;
  readonly button: string;
  readonly note: string;
}

const WORDINGS: Record<LinkPurpose, Wording> = {
  'verify-email': {
    subject: 'Verify your email for Studiolo',
    heading: 'Welcome to Studiolo',
    reason: 'Please confirm that this is your email address, and your studio is open.',
    button: 'Verify email',
    note: 'The link works once and expires after 24 hours. If you did not sign up, ignore this mail.',
  },
  'verify-new-email': {
    subject: 'Confirm your new email for Studiolo',
    heading: 'Your new email address',
    reason: 'Please confirm this address. Until then your account keeps the one it has.',
    button: 'Confirm address',
    note:
      'The link works once and expires after 24 hours. ' +
      'If you did not ask for this, ignore this mail and nothing changes.',
  },
  'reset-password': {
    subject: 'Reset your Studiolo password',
    heading: 'Choose a new password',
    reason: 'Somebody asked to reset the password of your account. If it was you, go on here.',
    button: 'Reset password',
    note:
      'The link works once and expires after 1 hour. ' +
      'If you did not ask for this, ignore this mail: your password stays as it is.',
  },
};

const PAGES: Record<LinkPurpose, string> = {
  'verify-email': '/verify-email',
  'verify-new-email': '/verify-email',
  'reset-password': '/reset-password',
};

/** Where the link of a mail leads: a page of the front end. */
export function mailLink(
  appUrl: string,
  { purpose, email }: Pick<LinkMail, 'purpose' | 'email'>,
  token: string,
): string {
  const query = new URLSearchParams({ token, email });
  return `${appUrl}${PAGES[purpose]}?${query.toString()}`;
}

/** Subject and both bodies of a mail. */
export function writeMail(purpose: LinkPurpose, { name, link }: MailFacts): MailContent {
  const { subject, heading, reason, button, note } = WORDINGS[purpose];
  return {
    subject,
    html: mailHtml({
      heading,
      greeting: `Hello ${escapeHtml(name)},`,
      reason,
      button,
      link: escapeHtml(link),
      note,
    }),
    text: mailText({ heading, greeting: `Hello ${name},`, reason, button, link, note }),
  };
}
