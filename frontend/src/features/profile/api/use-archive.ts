import { downloadOperation, getProfileOperation } from '@studiolo/contracts';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';

import { call, fetchBytes } from '../../../lib/api/client';
import { isAbort } from '../../../lib/api/errors';
import { fetchCode, MissingCodeError } from '../../../lib/fetch-code';
import { allProjects } from '../../../lib/project-lists';
import { saveBlob } from '../../../lib/save-blob';
import { toast } from '../../../lib/toasts';
import type { ArchiveSource } from '../archive/archive-entries';

const FILENAME = 'studiolo.zip';

export interface ArchiveState {
  /** `stopped` after a failure; `goOn` continues from there. */
  status: 'idle' | 'packing' | 'stopped';
  done: number;
  total: number;
}

const IDLE: ArchiveState = { status: 'idle', done: 0, total: 0 };

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

function sourceFor(signal: AbortSignal): ArchiveSource {
  return {
    profile: async () => (await call(getProfileOperation, { signal })).user,
    projects: () => allProjects({ search: '', status: '' }, signal),
    file: async (projectId, file) => {
      const params = { projectId, file };
      return (await fetchBytes(downloadOperation, { params, signal })).blob();
    },
  };
}

/** Packs an archive; a step that fails waits for `goOn` and is then repeated. */
function usePacking(setState: Dispatch<SetStateAction<ArchiveState>>) {
  const goOn = useRef<() => void>(undefined);
  const pack = async (signal: AbortSignal) => {
    const [{ makeZip }, { archiveEntries }] = await fetchCode(() =>
      Promise.all([import('client-zip'), import('../archive/archive-entries')]),
    );
    const attempt = async <Result>(step: () => Promise<Result>): Promise<Result> => {
      for (;;) {
        try {
          return await step();
        } catch (error) {
          signal.throwIfAborted();
          console.error('The archive has stopped', error);
          setState((before) => ({ ...before, status: 'stopped' }));
          await new Promise<void>((resolve) => (goOn.current = resolve));
          signal.throwIfAborted();
          setState((before) => ({ ...before, status: 'packing' }));
        }
      }
    };
    const onProgress = (done: number, total: number) =>
      setState({ status: 'packing', done, total });
    await save(() => makeZip(archiveEntries(sourceFor(signal), { attempt, onProgress })), signal);
  };
  return { pack, goOn: () => goOn.current?.() };
}

/** Packs all data of the account in the browser, file by file. */
export function useArchive() {
  const [state, setState] = useState(IDLE);
  const { pack, goOn } = usePacking(setState);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setState({ ...IDLE, status: 'packing' });
    try {
      await pack(controller.signal);
      toast.success('Everything has been downloaded');
    } catch (error) {
      if (error instanceof MissingCodeError) toast.error(error.message);
      else if (!isAbort(error)) toast.error('Failed to download everything');
    } finally {
      setState(IDLE);
    }
  };
  return {
    state,
    start: () => void start(),
    goOn,
    cancel: () => {
      running.current?.abort();
      goOn();
    },
  };
}
