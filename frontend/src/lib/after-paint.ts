/** Loads code that the page can do without, once the page has been painted. */
export async function afterPaint<Code>(load: () => Promise<Code>): Promise<Code> {
  // Browsers paint no hidden page.
  if (!document.hidden) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return load();
}
