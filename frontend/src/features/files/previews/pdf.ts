import pTimeout from 'p-timeout';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

import { drawScaled } from './draw';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Reading a document or drawing one page of it; a hostile one never ends. */
const LONGEST_STEP = { milliseconds: 10_000 };
/** What browsers themselves decode at most. */
const MAX_PICTURE_PIXELS = 2 ** 27;

export interface PdfPages {
  pages: Blob[];
  total: number;
}

/** Draws the pages of a PDF without running its scripts, up to one that takes too long. Rejects if that is the first. */
export async function renderPdf(blob: Blob, maxSide: number, maxPages: number): Promise<PdfPages> {
  // Its own, since it may have to be ended.
  const worker = PDFWorker.create({});
  const task = getDocument({
    data: await blob.arrayBuffer(),
    worker,
    maxImageSize: MAX_PICTURE_PIXELS,
    isEvalSupported: false,
    // The content policy allows no WebAssembly; the library falls back to JavaScript.
    useWasm: false,
  });
  try {
    const pdf = await pTimeout(task.promise, LONGEST_STEP);
    const pages = await drawPages(pdf, maxSide, Math.min(pdf.numPages, maxPages));
    return { pages, total: pdf.numPages };
  } finally {
    // Stops drawing at once, and would then wait for the answer of a worker that may never give one.
    void task.destroy();
    worker.destroy();
  }
}

async function drawPages(pdf: PDFDocumentProxy, maxSide: number, count: number): Promise<Blob[]> {
  const pages: Blob[] = [];
  try {
    for (let number = 1; number <= count; number += 1)
      pages.push(await pTimeout(drawPage(pdf, number, maxSide), LONGEST_STEP));
  } catch (error) {
    if (pages.length === 0) throw error;
  }
  return pages;
}

async function drawPage(pdf: PDFDocumentProxy, number: number, maxSide: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxSide / Math.max(width, height) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, background: '#fff' }).promise;
  return drawScaled(canvas, canvas.width, canvas.height, maxSide);
}
