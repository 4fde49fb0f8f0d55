import type { LinkMail } from './link-mail.entity.js';
import { type Mail, type MailPurpose, MAILS } from './mails.js';

interface MailFacts {
  /** The name of the account's owner, or of the person who signs up, as they wrote it. */
  readonly name: string;
  readonly askedAt: Date;
  readonly link: string;
  /** Whether the account's owner has proved the recipient's address. */
  readonly isProved: boolean;
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
  const { page, hasToken }: Mail = MAILS[purpose];
  if (hasToken === false) return `${appUrl}${page}`;
  const query = new URLSearchParams({ token, email });
  return `${appUrl}${page}?${query.toString()}`;
}

export function writeMail(purpose: MailPurpose, facts: MailFacts) {
  const escaped = { ...facts, name: escapeHtml(facts.name), link: escapeHtml(facts.link) };
  return {
    subject: MAILS[purpose].subject,
    html: mailHtml(partsOf(purpose, escaped)),
    text: mailText(partsOf(purpose, facts)),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Mail programs make links of names with dots, and a bidi control would turn the rest of the line around. */
function asWords(name: string): string {
  return name.replace(/\p{Bidi_Control}/gu, '').replace(/[.。．｡]/g, '$&\u2060');
}

type MailParts = ReturnType<typeof partsOf>;

function partsOf(purpose: MailPurpose, { name, askedAt, link, isProved }: MailFacts) {
  const mail = MAILS[purpose];
  return {
    ...mail,
    preview: `${mail.button} · ${mail.heading}`,
    // Whoever signs up with somebody else's address must not choose the words of the mail.
    greeting: isProved ? `Hello ${name},` : 'Hello,',
    reason: mail.reason({ name: asWords(name), askedAt: `${TIME.format(askedAt)} UTC` }),
    link,
  };
}

/** The front end's colours in light mode: mail programs know neither its style sheet nor variables. */
const PAPER = '#f5f1e8';
const CARD = '#fbf8f2';
const INK = '#1b1815';
const FADED_INK = '#5d564c';
const RULE = '#d8d0c1';
const ACCENT = '#b5340f';
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** Not shown; an inbox previews the first words of a mail. */
const UNSEEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

/** One column that fits any screen, with all styles inline, as mail programs require. */
function mailHtml({ preview, heading, greeting, reason, button, link, note }: MailParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${heading}</title>
</head>
<body style="margin:0;padding:32px 16px;background:${PAPER};color:${INK};font-family:${SANS};font-size:16px;line-height:1.6">
<div style="${UNSEEN}">${preview}</div>
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-family:${SERIF};font-size:24px;letter-spacing:-0.01em">Studiolo</p>
<div style="padding:32px;background:${CARD};border:1px solid ${RULE};border-radius:4px">
<h1 style="margin:0 0 16px;font-family:${SERIF};font-size:26px;font-weight:normal;line-height:1.25">${heading}</h1>
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 24px">${reason}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:${ACCENT};color:#ffffff;text-decoration:none;border-radius:4px">${button}</a></p>
<p style="margin:0 0 8px;color:${FADED_INK};font-size:14px">Or copy this address into your browser:</p>
<p style="margin:0;font-size:14px;word-break:break-all"><a href="${link}" style="color:${INK}">${link}</a></p>
</div>
<p style="margin:24px 0 0;color:${FADED_INK};font-size:13px">${note}</p>
</div>
</body>
</html>
`;
}

function mailText({ preview, greeting, reason, button, link, note }: MailParts): string {
  return `${preview}

${greeting}

${reason}

${button}:
${link}

${note}

Studiolo
`;
}
