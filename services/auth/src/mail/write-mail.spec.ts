import type { LinkPurpose } from '../links/link-mail.entity.js';
import { mailLink, writeMail } from './write-mail.js';

const APP_URL = 'https://studiolo.test';
const purposes: LinkPurpose[] = ['verify-email', 'verify-new-email', 'reset-password'];

describe('the link of a mail', () => {
  test.each([
    ['verify-email', '/verify-email'],
    ['verify-new-email', '/verify-email'],
    ['reset-password', '/reset-password'],
  ] as const)('to %s leads to %s', (purpose, page) => {
    const link = new URL(mailLink(APP_URL, { purpose, email: 'a+b@example.com' }, 'token'));
    expect(link.origin).toBe(APP_URL);
    expect(link.pathname).toBe(page);
    expect(link.searchParams.get('token')).toBe('token');
    expect(link.searchParams.get('email')).toBe('a+b@example.com');
  });
});

describe.each(purposes)('the mail to %s', (purpose) => {
  const link = mailLink(APP_URL, { purpose, email: 'anna@example.com' }, 'token');
  const { subject, html, text } = writeMail(purpose, { name: '<i>Anna</i>', link });

  test('says who it is from in its subject', () => {
    expect(subject).toContain('Studiolo');
  });

  test('greets by name, which is markup in neither form', () => {
    expect(html).toContain('Hello &lt;i&gt;Anna&lt;/i&gt;,');
    expect(text).toContain('Hello <i>Anna</i>,');
  });

  test('has its link in both forms', () => {
    expect(text.split('\n')).toContain(link);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  test('says how long the link works', () => {
    expect(text).toContain(purpose === 'reset-password' ? 'after 1 hour' : 'after 24 hours');
  });

  test('loads nothing from anywhere', () => {
    expect(html).not.toMatch(/<img|<link|<script|url\(/);
  });
});
