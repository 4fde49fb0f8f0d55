import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import PostalMime from 'postal-mime';

export interface Mail {
  id: string;
  receivedAt: string;
  subject: string;
  from: string;
  to: { address: string; name: string }[];
  text: string;
  html: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** How many mails are kept; older ones are removed. */
const KEPT = 5_000;

/** A folder of mails as they were received, one file for each. */
export class MailFolder {
  private readonly folder: string;
  private readonly mails: Mail[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(folder: string): Promise<MailFolder> {
    const mails = new MailFolder(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const found = await Promise.all(names.map((name) => mails.read(name)));
    mails.mails.push(...found.sort((a, b) => a.receivedAt.localeCompare(b.receivedAt)));
    return mails;
  }

  /** All mails, the oldest first. */
  all(): readonly Mail[] {
    return this.mails;
  }

  async add(source: Buffer): Promise<void> {
    const id = randomUUID();
    const mail = await parse(source, id, new Date());
    // Renamed into place, so that no start finds a part of it.
    await writeFile(join(this.folder, `${id}.new`), source);
    await rename(join(this.folder, `${id}.new`), this.fileOf(id));
    this.mails.push(mail);
    const tooMany = this.mails.splice(0, Math.max(0, this.mails.length - KEPT));
    for (const old of tooMany) await rm(this.fileOf(old.id), { force: true });
  }

  private async read(name: string): Promise<Mail> {
    const file = join(this.folder, name);
    const [source, { mtime }] = await Promise.all([readFile(file), stat(file)]);
    return parse(source, name.slice(0, -'.eml'.length), mtime);
  }

  private readonly fileOf = (id: string): string => join(this.folder, `${id}.eml`);
}

async function parse(source: Buffer, id: string, receivedAt: Date): Promise<Mail> {
  const { subject, from, to, text, html, headers } = await PostalMime.parse(source);
  return {
    ...{ id, receivedAt: receivedAt.toISOString() },
    subject: subject ?? '',
    from: from?.address ?? '',
    to: (to ?? []).flatMap(({ address, name }) =>
      address === undefined ? [] : [{ address, name }],
    ),
    text: text ?? '',
    html: html ?? '',
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  };
}
