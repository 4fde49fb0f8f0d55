import { fileURLToPath } from 'node:url';

import type { Virtual } from '@guidepup/virtual-screen-reader';
import type { Page } from '@playwright/test';

import { expect } from './test.ts';

declare global {
  interface Window {
    /** The screen reader of this document, once it has started. */
    screenReader?: Virtual;
  }
}

const SCRIPT = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));
const ADDRESS = '/virtual-screen-reader.js';

/** Reads on until the words are said or the document ends; with `isFocused`, only at an item that takes the focus. */
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
    // The label of a control can match the words, too.
    if (isFocused && activeNode !== document.activeElement) continue;
    await reader.clearSpokenPhraseLog();
    return true;
  }
  return false;
}

/** A screen reader inside the page. Tests find controls by what it says, and press keys at its cursor. */
export class ScreenReader {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Starts a reader in every document that the page loads from now on. */
  static async start(page: Page): Promise<ScreenReader> {
    // Served from the page's own origin, which its content policy allows.
    await page.route(`**${ADDRESS}`, (route) =>
      route.fulfill({ path: SCRIPT, contentType: 'text/javascript' }),
    );
    await page.addInitScript((address) => {
      // The reader calls this on the root of removed elements, which is an element instead of the document.
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

  /** What it has said since `reads` last found its words. */
  said(): Promise<string[]> {
    return this.#page.evaluate(async () => [
      ...((await window.screenReader?.spokenPhraseLog()) ?? []),
    ]);
  }

  /** Waits until it announces the words by itself, for a focused element or a live region. */
  async hears(words: RegExp): Promise<void> {
    await expect
      .poll(() => this.said(), { message: `hears ${words.source}` })
      .toContainEqual(expect.stringMatching(words));
  }

  /** Reads on until the words are said; starts again at the end of the document. */
  async reads(words: RegExp, isFocused = false): Promise<void> {
    const search = { words: words.source, isFocused };
    await expect
      .poll(() => this.#page.evaluate(readOn, search), { message: `reads ${words.source}` })
      .toBe(true);
  }

  /** Presses a key on the control for which the words are said. */
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
