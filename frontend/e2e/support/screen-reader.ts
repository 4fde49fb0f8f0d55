import { fileURLToPath } from 'node:url';

import type { Virtual } from '@guidepup/virtual-screen-reader';
import type { Page } from '@playwright/test';

import { expect } from './test.ts';

declare global {
  interface Window {
    /** The reader of this document, once it has begun. */
    screenReader?: Virtual;
  }
}

const SCRIPT = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));
const ADDRESS = '/virtual-screen-reader.js';

/** Reads on to the end of the document, or to an item of which this is said; with `isFocused`, one that takes the focus. */
async function readOn({ words, isFocused }: { words: string; isFocused: boolean }) {
  const reader = window.screenReader;
  const wanted = new RegExp(words, 'u');
  let said = '';
  while (reader && said !== 'end of document') {
    await reader.next();
    said = await reader.lastSpokenPhrase();
    if (!wanted.test(said)) continue;
    const { activeNode } = reader;
    if (isFocused && activeNode instanceof HTMLElement) activeNode.focus();
    // What is said of a control is said of its label, too.
    if (isFocused && activeNode !== document.activeElement) continue;
    await reader.clearSpokenPhraseLog();
    return true;
  }
  return false;
}

/** A screen reader inside the page: it knows the page by what it says, and presses keys where its cursor is. */
export class ScreenReader {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Begins with every document that the page loads from now on. */
  static async start(page: Page): Promise<ScreenReader> {
    // From the page's own origin, which its content policy allows.
    await page.route(`**${ADDRESS}`, (route) =>
      route.fulfill({ path: SCRIPT, contentType: 'text/javascript' }),
    );
    await page.addInitScript((address) => {
      // It asks the root of an element that has left the document, too, which is an element then.
      Object.assign(Element.prototype, { getElementById: () => null });
      const begin = async () => {
        const { virtual } = (await import(address)) as { virtual: Virtual };
        await virtual.start({ container: document.body });
        window.screenReader = virtual;
      };
      document.addEventListener('DOMContentLoaded', () => void begin());
    }, ADDRESS);
    return new ScreenReader(page);
  }

  /** All that it has said since the last key. */
  said(): Promise<string[]> {
    return this.#page.evaluate(async () => [
      ...((await window.screenReader?.spokenPhraseLog()) ?? []),
    ]);
  }

  /** Waits until it says what it was not asked for: what took the focus, or a live region. */
  async hears(words: RegExp): Promise<void> {
    await expect
      .poll(() => this.said(), { message: `hears ${words.source}` })
      .toContainEqual(expect.stringMatching(words));
  }

  /** Reads on until this is said; begins again at the end. */
  async reads(words: RegExp, isFocused = false): Promise<void> {
    const search = { words: words.source, isFocused };
    await expect
      .poll(() => this.#page.evaluate(readOn, search), { message: `reads ${words.source}` })
      .toBe(true);
  }

  /** Presses a key on the control of which this is said. */
  async act(words: RegExp, key = 'Enter'): Promise<void> {
    await this.reads(words, true);
    await this.#page.keyboard.press(key);
  }

  async type(words: RegExp, text: string): Promise<void> {
    await this.reads(words, true);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.insertText(text);
  }
}
