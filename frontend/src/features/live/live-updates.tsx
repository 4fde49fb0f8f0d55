import type { LiveChange } from '@studiolo/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useUserKey } from '../../lib/session/session';
import { markChanged } from '../../ui/elsewhere-mark';
import { LiveRegion } from '../../ui/live-region';
import { ChangeQueue } from './change-queue';
import { subscribeToChanges } from './shared-connection';

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

/** Updates the pages with changes from other devices and tabs, and announces those. */
export default function LiveUpdates() {
  const userId = useUserKey();
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const queue = new ChangeQueue(queryClient, (foreign) => {
      for (const { project_id: projectId } of foreign) if (projectId) markChanged(projectId);
      const sentence = sentenceFor(foreign);
      if (sentence) setAnnouncement(sentence);
    });
    const stop = subscribeToChanges(userId, (message) => queue.add(message));
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
  return <LiveRegion text={announcement} />;
}
