import type { LiveChange } from '@studiolo/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useUserKey } from '../../lib/session';
import { useIsOnline } from '../../lib/use-is-online';
import { ConnectionLine } from '../../ui/connection-line';
import { markChanged } from '../../ui/elsewhere-mark';
import { LiveRegion } from '../../ui/live-region';
import { ChangeQueue } from './change-queue';
import { subscribeToChanges } from './shared-connection';

/** A shorter interruption of the connection is not shown. */
const DOWN_AFTER_MS = 10_000;
const ANNOUNCED_MS = 5_000;

const subjects = { project: 'A project was', file: 'Files were' };
const verbs = { created: 'added', updated: 'changed', deleted: 'deleted' };

/** One sentence for changes that arrived together. Empty for the profile: a sign-in elsewhere is no change of work. */
function sentenceFor(changes: readonly LiveChange[]): string {
  const sentences = changes.flatMap(({ kind, action }) =>
    kind === 'profile' ? [] : `${subjects[kind]} ${verbs[action]} elsewhere`,
  );
  const [first = '', ...others] = new Set(sentences);
  return others.length === 0 ? first : 'Your work was changed elsewhere';
}

interface LiveState {
  isDown: boolean;
  /** A sentence about the latest changes made elsewhere; empty some seconds later. */
  announcement: string;
}

/** Updates the pages with changes from other devices and tabs. */
function useLiveUpdates(): LiveState {
  const userId = useUserKey();
  const queryClient = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const [isDown, setIsDown] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const queue = new ChangeQueue(queryClient, (foreign) => {
      for (const { project_id: projectId } of foreign) if (projectId) markChanged(projectId);
      const sentence = sentenceFor(foreign);
      if (sentence) setAnnouncement(sentence);
    });
    const stop = subscribeToChanges(userId, (message) => {
      setIsLost(message.type === 'lost');
      if (message.type === 'change') queue.add(message.change);
      else if (message.type === 'reset') queue.addAll();
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
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setTimeout(() => setIsDown(true), DOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsDown(false);
    };
  }, [isLost]);
  return { isDown, announcement };
}

/** Announces changes made elsewhere, and says when they do not arrive. Without a network, the layout says so. */
export default function LiveUpdates() {
  const { isDown, announcement } = useLiveUpdates();
  const isOnline = useIsOnline();
  return (
    <>
      <LiveRegion text={announcement} />
      <ConnectionLine text={isDown && isOnline ? 'Live updates are paused' : ''} />
    </>
  );
}
