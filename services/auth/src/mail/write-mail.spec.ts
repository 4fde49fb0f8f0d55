import { type MailPurpose, MAILS } from './mails.js';
import { mailLink, writeMail } from './write-mail.js';

const APP_URL = 'https://studiolo.test';
const askedAt = new Date('2026-11-22T18:44:14Z');
const links: MailPurpose[] = [
  'confirm-sign-up',
  'open-forgotten-sign-up',
  'confirm-new-email',
  'reset-password',
  'choose-password',
  'link-google',
  'new-email-asked',
  'email-changed',
];
const notices: MailPurpose[] = ['email-taken', 'email-verified', 'email-replaced', 'google-linked'];

const mailTo = (purpose: MailPurpose, name = '<i>Anna</i>') => {
  const link = mailLink(APP_URL, { purpose, email: 'anna@example.com' }, 'token');
  const isProved = !purpose.startsWith('confirm-');
  return { link, ...writeMail(purpose, { name, askedAt, link, isProved }) };
};

test.each([
  ['confirm-sign-up', '/verify-email', 'after 24 hours'],
  ['confirm-new-email', '/verify-email', 'after 24 hours'],
  ['reset-password', '/reset-password', 'after 1 hour'],
  ['open-forgotten-sign-up', '/verify-email', 'after 24 hours'],
  ['link-google', '/link-google', 'after 1 hour'],
  ['choose-password', '/reset-password', 'after 1 hour'],
  ['new-email-asked', '/undo-email-change', '72 hours'],
  ['email-changed', '/undo-email-change', '72 hours'],
] as const)(
  'the mail to %s leads to %s and says that the link is valid for %s',
  (purpose, page, time) => {
    const link = new URL(mailLink(APP_URL, { purpose, email: 'a+b@example.com' }, 'token'));
    expect(link.origin + link.pathname).toBe(APP_URL + page);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: 'token',
      email: 'a+b@example.com',
    });
    expect(mailTo(purpose).text).toContain(time);
  },
);

test.each([...links, ...notices])(
  'the line of %s that an inbox previews says what to do',
  (purpose) => {
    const { text, html } = mailTo(purpose);
    const [, , first] = html.slice(html.indexOf('<body')).split('>');
    const line = `${MAILS[purpose].button} · `;
    for (const form of [text, first]) expect(form?.startsWith(line)).toBe(true);
  },
);

test('mail programs that know only the older name are told the colours, too', () => {
  const { html } = mailTo('reset-password');
  for (const name of ['color-scheme', 'supported-color-schemes'])
    expect(html).toContain(`<meta name="${name}" content="light">`);
});

test.each(notices)('the notice %s leads to a page and carries no token', (purpose) => {
  const { link, text, html } = mailTo(purpose);
  expect(new URL(link).origin).toBe(APP_URL);
  expect(text + html).not.toContain('token');
});

test.each(['confirm-sign-up', 'confirm-new-email'] as const)(
  'the mail to %s says who requested it, and when',
  (purpose) => {
    const { text, html } = mailTo(purpose);
    expect(text).toContain('“<i>Anna</i>”');
    expect(html).toContain('“&#60;i&#62;Anna&#60;/i&#62;”');
    for (const form of [text, html]) expect(form).toContain('22 November 2026 at 18:44 UTC');
  },
);

test('a stranger’s name in a mail is no link for a mail program, and turns no line around', () => {
  const { text, html } = mailTo('confirm-sign-up', '\u202ePay at evil.example/x, J.R. Smith');
  for (const form of [text, html]) {
    expect(form).toContain('“Pay at evil.\u2060example/x, J.\u2060R.\u2060 Smith”');
  }
});

test('the name of the account that a mail greets is written as its owner wrote it', () => {
  expect(mailTo('reset-password', 'J.R. Smith').text).toContain('Hello J.R. Smith,');
});

describe.each([...links, ...notices])('the mail %s', (purpose) => {
  const { link, subject, html, text } = mailTo(purpose);

  test('greets the owner of an account by name, nobody else, and treats no name as markup', () => {
    const isToStranger = purpose.startsWith('confirm-');
    expect(html).toContain(isToStranger ? 'Hello,' : 'Hello &#60;i&#62;Anna&#60;/i&#62;,');
    expect(text).toContain(isToStranger ? 'Hello,' : 'Hello <i>Anna</i>,');
  });

  test('names Studiolo in its subject, and has its link in the text and in the HTML', () => {
    expect(subject).toContain('Studiolo');
    expect(text.split('\n')).toContain(link);
    expect(html).toContain(`href="${link.replaceAll('&', '&#38;')}"`);
  });

  test('loads nothing from a server', () => {
    expect(html).not.toMatch(/<img|<link|<script|url\(/);
  });
});
