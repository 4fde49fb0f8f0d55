import type { Mail } from './mail-folder.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  li { padding: .5rem 0; border-bottom: 1px solid #8884; }
  ul { list-style: none; padding: 0; }
  iframe { width: 100%; height: 40rem; border: 1px solid #8884; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style><body>${body}</body></html>`;

const receivers = ({ to }: Mail): string => escape(to.map(({ address }) => address).join(', '));

/** All mails, the newest first. */
export function inboxPage(mails: readonly Mail[]): string {
  const items = mails
    .toReversed()
    .map(
      (mail) =>
        `<li><a href="/mail/${encodeURIComponent(mail.id)}">${escape(mail.subject)}</a><br><small>to ${receivers(mail)}, ${mail.receivedAt}</small></li>`,
    );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail has come yet.</p>';
  return page('Mail inbox', `<h1>Mail inbox</h1><p><a href="/">Look again</a></p>${list}`);
}

/** One mail: as mail programs show it, in a frame that runs no scripts, and its text, whose links can be copied. */
export function mailPage(mail: Mail): string {
  const shown = `<base target="_blank">${mail.html}`;
  const frame = `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(shown)}"></iframe>`;
  return page(
    mail.subject,
    `<p><a href="/">All mails</a></p><h1>${escape(mail.subject)}</h1>
<p>From ${escape(mail.from)}, to ${receivers(mail)}, ${mail.receivedAt}</p>
${mail.html === '' ? '' : frame}<pre>${escape(mail.text)}</pre>`,
  );
}
