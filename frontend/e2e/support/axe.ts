import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe finds in a part of the page. It is put into each document once, which takes as long as a run of it. */
export async function axeFindings(
  page: Page,
  part: string,
  runOnly?: RunOptions['runOnly'],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  return page.evaluate(
    async ([selector, how]) => {
      const { violations } = await window.axe.run(selector, how);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    [part, options] as const,
  );
}
