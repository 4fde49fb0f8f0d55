import { expect } from '@playwright/test';

import { mailUrl } from './environment.ts';

interface Mail {
  text: string;
  to: { address: string }[];
}

async function linksMailedTo(address: string): Promise<URL[]> {
  const answer = await fetch(`${mailUrl()}/email`);
  const mails = (await answer.json()) as Mail[];
  const texts = mails
    .filter(({ to }) => to.some((receiver) => receiver.address === address))
    .map(({ text }) => text);
  return texts.flatMap((text) => text.match(/https?:\/\/\S+/g) ?? []).map((url) => new URL(url));
}

/** Waits for a mail with a link to the path and gives the newest such link. */
export async function mailedLink(address: string, path: string): Promise<URL> {
  let link: URL | undefined;
  await expect(async () => {
    link = (await linksMailedTo(address)).findLast(({ pathname }) => pathname === path);
    expect(link).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return link!; // found, or the wait would have thrown
}
