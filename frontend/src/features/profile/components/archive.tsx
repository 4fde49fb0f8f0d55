import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import { Notice } from '../../../ui/notice';
import { Progress } from '../../../ui/progress';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { useArchive } from '../api/use-archive';
import styles from './profile.module.css';

function progressText(isStopped: boolean, done: number, total: number): string {
  if (total === 0) return isStopped ? 'Nothing packed yet' : 'Packing';
  return isStopped ? `${done} of ${total} files packed` : `Packing ${done} of ${total} files`;
}

/** Focuses the first of the new buttons when the focused button disappears with a change of state. */
function useFocusOf(isRunning: boolean) {
  const actions = useRef<HTMLDivElement>(null);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    if (document.activeElement === document.body) actions.current?.querySelector('button')?.focus();
  }, [isRunning]);
  return actions;
}

/** Downloads all data of the account as one archive that can be read without Studiolo. */
export function Archive() {
  const { progress, start, goOn, cancel } = useArchive();
  const isRunning = progress !== null;
  const isStopped = goOn !== null;
  const actions = useFocusOf(isRunning);
  return (
    <>
      <UnsavedChangesGuard
        when={isRunning}
        title="Leave while packing?"
        message="Your archive is not complete. Leaving this page cancels it."
      />
      {isRunning && (
        <div className={styles.form}>
          <p>{progressText(isStopped, progress.done, progress.total)}</p>
          <Progress aria-label="Archive" max={Math.max(1, progress.total)} value={progress.done} />
        </div>
      )}
      {isStopped && (
        <Notice type="error">
          The connection was lost. What is packed stays; go on when you are ready.
        </Notice>
      )}
      <div className={styles.actions} ref={actions}>
        {!isRunning && (
          <Button onClick={start}>
            <Download size={16} strokeWidth={1.6} aria-hidden />
            Download everything
          </Button>
        )}
        {isStopped && <Button onClick={goOn}>Go on</Button>}
        {isRunning && (
          <Button variant={isStopped ? 'quiet' : 'secondary'} onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <LiveRegion text={isRunning && !isStopped ? 'Packing your archive' : ''} />
    </>
  );
}
