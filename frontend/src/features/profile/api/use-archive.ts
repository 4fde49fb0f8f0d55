import { useEffect, useRef, useState } from 'react';

import { isAbort } from '../../../lib/api/errors';
import { fetchCode, MissingCodeError } from '../../../lib/fetch-code';
import { saveBlob } from '../../../lib/save-blob';
import { toast } from '../../../lib/toasts';

const FILENAME = 'studiolo.zip';

/** In Chromium, writes the archive to the file as it is made. Other browsers collect it in a Blob first. */
type SavePicker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;

async function save(archive: () => ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
  const { showSaveFilePicker } = window as Window & { showSaveFilePicker?: SavePicker };
  if (showSaveFilePicker) {
    const handle = await showSaveFilePicker({ suggestedName: FILENAME });
    await archive().pipeTo(await handle.createWritable(), { signal });
    return;
  }
  const blob = await new Response(archive()).blob();
  signal.throwIfAborted();
  saveBlob(blob.slice(0, blob.size, 'application/zip'), FILENAME);
}

function showFailure(error: unknown): void {
  if (error instanceof MissingCodeError) toast.error(error.message);
  else if (!isAbort(error)) toast.error('Failed to download everything');
}

/** Packs all data of the account in the browser, file by file. A step that fails waits for `goOn` and is then repeated. */
export function useArchive() {
  /** The number of packed files; null while no archive is made. */
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  /** Not null after a failure. */
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const pack = async (signal: AbortSignal) => {
    const [{ makeZip }, { archiveEntries }] = await fetchCode(() =>
      Promise.all([import('client-zip'), import('../archive/archive-entries')]),
    );
    const waitForUser = async (error: unknown) => {
      signal.throwIfAborted();
      console.error('The archive has stopped', error);
      await new Promise<void>((resolve) => {
        setGoOn(() => resolve);
        signal.addEventListener('abort', () => resolve());
      });
      setGoOn(null);
      signal.throwIfAborted();
    };
    const onProgress = (done: number, total: number) => setProgress({ done, total });
    await save(() => makeZip(archiveEntries({ signal, waitForUser, onProgress })), signal);
  };
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    await pack(controller.signal)
      .then(() => toast.success('Everything has been downloaded'))
      .catch(showFailure);
    setProgress(null);
  };
  return {
    progress,
    start: () => void start(),
    goOn,
    cancel: () => running.current?.abort(),
  };
}
