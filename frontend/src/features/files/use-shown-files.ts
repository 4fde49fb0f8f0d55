import type { StoredFile } from '@studiolo/contracts';
import { useEffect, useState } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';

import { FILE_PARAM } from '../../lib/paths';

export type Density = 'large' | 'small';

/** Names the density of the contact sheet in the page's address. */
const DENSITY_PARAM = 'frames';

interface Shown {
  /** The name of the open file. */
  file: string | null;
  density: Density;
}

function readAddress(params: URLSearchParams): Shown {
  const density = params.get(DENSITY_PARAM) === 'small' ? 'small' : 'large';
  return { file: params.get(FILE_PARAM), density };
}

/** The address with what is shown; whatever else it says stays. */
function withShown(params: URLSearchParams, { file, density }: Shown): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(FILE_PARAM);
  next.delete(DENSITY_PARAM);
  if (density !== 'large') next.set(DENSITY_PARAM, density);
  if (file !== null) next.set(FILE_PARAM, file);
  return next;
}

/** Of a history entry that this page has written. */
interface OwnState {
  wasOpenedHere: boolean;
}

/** What is chosen. The one place that holds it: the address follows, and Back or a link changes both. */
function useChosen(address: Shown) {
  const { key, state } = useLocation() as { key: string; state: OwnState | null };
  const isBack = useNavigationType() === NavigationType.Pop;
  const [chosen, setChosen] = useState(address);
  const [isClosing, setIsClosing] = useState(false);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    setIsClosing(false);
    const isOwn = isBack ? isClosing : state !== null && 'wasOpenedHere' in state;
    if (!isOwn) setChosen(address);
  }
  return {
    chosen,
    setChosen,
    isClosing,
    setIsClosing,
    wasOpenedHere: state?.wasOpenedHere ?? false,
  };
}

/**
 * Which file is open and how large the frames are, by the page's address. The browser's Back closes what was opened here;
 * a link to a file leads back to where the link was.
 */
export function useShownFiles(files: readonly StoredFile[]) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  const address = readAddress(params);
  const { chosen, setChosen, isClosing, setIsClosing, wasOpenedHere } = useChosen(address);
  const isWritten = chosen.file === address.file && chosen.density === address.density;
  useEffect(() => {
    if (isWritten || isLeaving || isClosing) return;
    const isOpening = address.file === null && chosen.file !== null;
    setParams((shown) => withShown(shown, chosen), {
      replace: !isOpening,
      preventScrollReset: true,
      state: { wasOpenedHere: isOpening || wasOpenedHere } satisfies OwnState,
    });
  }, [isWritten, isLeaving, isClosing, address.file, chosen, wasOpenedHere, setParams]);
  const place = files.findIndex(({ filename }) => filename === chosen.file);
  const open = files[place] ?? null;
  const [last, setLast] = useState(open);
  if (open !== null && open !== last) setLast(open);
  const isGone = open === null && chosen.file !== null && chosen.file === last?.filename;
  return {
    open,
    /** The file that was open until it was deleted elsewhere. */
    gone: isGone ? last : null,
    /** What is shown once the open file is deleted. */
    neighbour: (place < 0 ? null : (files[place + 1] ?? files[place - 1])) ?? null,
    density: chosen.density,
    chooseDensity: (density: Density) => setChosen((before) => ({ ...before, density })),
    show: (file: StoredFile) => setChosen((before) => ({ ...before, file: file.filename })),
    close: () => {
      setChosen((before) => ({ ...before, file: null }));
      // A second Escape, before the browser has gone back, would leave the page.
      if (chosen.file === null || address.file === null || !wasOpenedHere) return;
      setIsClosing(true);
      void navigate(-1);
    },
  };
}
