import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { fileCount } from '../../../lib/format';
import { useAskBeforeClosing } from '../../../lib/forms/use-ask-before-closing';
import { paths } from '../../../lib/paths';
import { atWindowFoot } from '../../../lib/window-foot';
import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import {
  isInFlight,
  isStored,
  isUnfinished,
  latestBatch,
  outcomeText,
  type UploadItem,
} from '../upload-item';
import { uploadQueueOf } from '../upload-queue';
import { rateOf, rateText, totalOf } from '../upload-rate';
import styles from './upload-tray.module.css';

const foot = atWindowFoot('tray');
const RATE_SECONDS = 5;
const OUTCOME_SHOWN_MS = 8000;

/** The rate over the last seconds, which falls while nothing is sent. */
function useRate(sentBytes: number): number {
  const [samples, setSamples] = useState<readonly number[]>([]);
  const sample = useEffectEvent(() => setSamples([...samples.slice(-RATE_SECONDS), sentBytes]));
  useEffect(() => {
    const timer = setInterval(() => sample(), 1000);
    return () => clearInterval(timer);
  }, []);
  return rateOf(samples);
}

interface RowProps {
  title: string;
  items: readonly UploadItem[];
  /** Aborts what is in flight and removes the row. */
  onClear: () => void;
}

function Sending({ title, items, onClear }: RowProps) {
  const { files, storedFiles, bytes, sentBytes } = totalOf(items);
  const rate = rateText(useRate(sentBytes), bytes - sentBytes);
  return (
    <>
      <p className={styles.facts}>
        {storedFiles} of {fileCount(files)}
        {rate && ` · ${rate}`}
      </p>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Cancel the upload to ${title}`}
        onClick={onClear}
      >
        Cancel
      </Button>
      <progress
        className={styles.progress}
        max={bytes}
        value={sentBytes}
        aria-label={`Upload to ${title}`}
      />
    </>
  );
}

/** How the uploads ended; goes away by itself unless a file failed. */
function Outcome({ title, items, onClear }: RowProps) {
  const staysOpen = !items.every(isStored);
  const close = useEffectEvent(onClear);
  useEffect(() => {
    if (staysOpen) return;
    const timer = setTimeout(() => close(), OUTCOME_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [staysOpen]);
  return (
    <>
      <p className={styles.facts}>{outcomeText(items)}</p>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Close the uploads to ${title}`}
        onClick={onClear}
      >
        Close
      </Button>
    </>
  );
}

/** The uploads to projects whose page is not shown. */
export default function UploadTray() {
  const queue = uploadQueueOf(useQueryClient());
  const items = queue.useItems();
  const { pathname } = useLocation();
  const projects = new Map(items.map(({ project }) => [project.id, project]));
  const rows = [...projects.values()]
    .filter(({ id }) => pathname !== paths.project(id))
    .map((project) => {
      const all = items.filter((item) => item.project.id === project.id);
      const own = latestBatch(all);
      return { project, all, own, isSending: own.some(isInFlight) };
    });
  const outcomes = rows.filter(({ isSending }) => !isSending).map(({ own }) => outcomeText(own));
  useAskBeforeClosing(items.some(isUnfinished));
  return (
    <>
      <LiveRegion text={outcomes.join(', ')} />
      {rows.length > 0 && (
        <section ref={foot} aria-label="Uploads" data-upload-tray className={styles.tray}>
          {rows.map(({ project: { id, title }, all, own, isSending }) => {
            const Row = isSending ? Sending : Outcome;
            return (
              <div key={id} className={styles.row}>
                <Link to={paths.project(id)} className={styles.title}>
                  <bdi>{title}</bdi>
                </Link>
                <Row title={title} items={own} onClear={() => queue.remove(all)} />
              </div>
            );
          })}
        </section>
      )}
    </>
  );
}
