import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

import { drawScaled } from './draw';

GlobalWorkerOptions.workerSrc = workerUrl;

export interface PdfPages {
  pages: Blob[];
  total: number;
}

/** Draws the pages of a PDF without running its scripts. */
export async function renderPdf(blob: Blob, maxSide: number, maxPages: number): Promise<PdfPages> {
  const task = getDocument({
    data: await blob.arrayBuffer(),
    isEvalSupported: false,
    // The content policy allows no WebAssembly; the library falls back to JavaScript.
    useWasm: false,
  });
  try {
    const pdf = await task.promise;
    const pages: Blob[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: maxSide / Math.max(width, height) });
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      await page.render({ canvas, viewport, background: '#fff' }).promise;
      pages.push(await drawScaled(canvas, canvas.width, canvas.height, maxSide));
    }
    return { pages, total: pdf.numPages };
  } finally {
    await task.destroy();
  }
}
