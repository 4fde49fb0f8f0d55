import { useEffect, useState } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';

import { rememberList } from '../../lib/projects/list-address';
import { useUser } from '../../lib/session/session';
import { type ProjectListAddress, readAddress, writeAddress } from './project-list-address';

/** A search is written into the address when the typing pauses for this long, in milliseconds. */
const TYPING_MS = 180;

/** What is chosen and typed. The one place that holds it: the address follows, and Back or a link changes both. */
function useChosen(address: ProjectListAddress) {
  const { key } = useLocation();
  const isOwn = useNavigationType() === NavigationType.Replace;
  const [chosen, setChosen] = useState(address);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    if (!isOwn) setChosen(address);
  }
  return [chosen, setChosen] as const;
}

/**
 * Search, filter and view are in the address, so that Back, reload and a shared link keep them. While another page is
 * opening the address stays as it is, because a change would cancel that.
 */
export function useProjectListFilter() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const { id: userId } = useUser();
  useEffect(() => rememberList(userId, location), [userId, location]);
  const address = readAddress(params);
  const [chosen, setChosen] = useChosen(address);
  const shown = writeAddress(address).toString();
  const wanted = writeAddress(chosen).toString();
  const [pauseMs, setPauseMs] = useState(0);
  useEffect(() => {
    if (wanted === shown || isLeaving) return;
    const write = () => setParams(wanted, { replace: true, preventScrollReset: true });
    const timer = setTimeout(write, pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, shown, pauseMs, isLeaving, setParams]);
  const choose = (changes: Partial<ProjectListAddress>, afterMs: number) => {
    setChosen((before) => ({ ...before, ...changes }));
    setPauseMs(afterMs);
  };
  return {
    address,
    chosen,
    change: (changes: Partial<ProjectListAddress>) => choose(changes, 0),
    typeSearch: (search: string) => choose({ search }, TYPING_MS),
  };
}
