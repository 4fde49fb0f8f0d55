import type { LiveChange } from '@studiolo/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { markChanged } from '../../lib/changed-elsewhere';
import { isOwnChange } from '../../lib/changes-by-this-tab';
import { useUserKey } from '../../lib/session';
import { ChangeQueue } from './change-queue';
import { sentenceFor } from './sentence';
import { subscribeToChanges } from './shared-connection';

/** A shorter interruption of the connection is not shown. */
const DOWN_AFTER_MS = 10_000;
const ANNOUNCED_MS = 5_000;

export interface LiveState {
  isDown: boolean;
  /** A sentence about the latest changes made elsewhere; empty some seconds later. */
  announcement: string;
}

/** Updates the pages with changes from other devices and tabs. */
export function useLiveUpdates(): LiveState {
  const userId = useUserKey();
  const queryClient = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const foreign = new Set<LiveChange>();
    const show = (changes: readonly LiveChange[]) => {
      const shown = changes.filter((change) => foreign.delete(change));
      for (const { project_id: projectId } of shown) if (projectId) markChanged(projectId);
      // Profile changes are not announced: a sign-in elsewhere is no change of the user's work.
      const news = shown.filter(({ kind }) => kind !== 'profile');
      if (news.length > 0) setAnnouncement(sentenceFor(news));
    };
    const queue = new ChangeQueue(queryClient, show);
    const stop = subscribeToChanges(userId, (message) => {
      setIsLost(message.type === 'lost');
      if (message.type === 'change') {
        if (!isOwnChange(message.change)) foreign.add(message.change);
        queue.add(message.change);
      } else if (message.type === 'reset') queue.addAll();
    });
    return () => {
      stop();
      queue.stop();
    };
  }, [queryClient, userId]);
  useEffect(() => {
    if (announcement === '') return undefined;
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return { isDown: useLasting(isLost, DOWN_AFTER_MS), announcement };
}

/** True once `isSo` has been true for `ms`. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setIsLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isSo, ms]);
  return isLasting;
}
