import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { fileCount } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useAskBeforeClosing } from '../../../lib/use-ask-before-closing';
import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import { Progress } from '../../../ui/progress';
import { type ProjectUploads, sessionUploads } from '../session-uploads';
import { isInFlight } from '../upload-item';
import { rateOf, rateText, totalOf } from '../upload-rate';
import styles from './upload-tray.module.css';

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

function Sending({ uploads: { title, items, queue } }: { uploads: ProjectUploads }) {
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
        onClick={() => queue.clear()}
      >
        Cancel
      </Button>
      <Progress
        className={styles.progress}
        max={bytes}
        value={sentBytes}
        aria-label={`Upload to ${title}`}
      />
    </>
  );
}

const endedCount = ({ items }: ProjectUploads) => items.filter((item) => !isInFlight(item)).length;

function outcomeText(uploads: ProjectUploads): string {
  const failed = endedCount(uploads);
  return [
    uploads.storedUnseen > 0 && `${fileCount(uploads.storedUnseen)} uploaded`,
    failed > 0 && `${fileCount(failed)} not uploaded`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface OutcomeProps {
  uploads: ProjectUploads;
  onClose: () => void;
}

/** How the uploads ended; goes away by itself unless a file failed. */
function Outcome({ uploads, onClose }: OutcomeProps) {
  const staysOpen = endedCount(uploads) > 0;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (staysOpen) return;
    const timer = setTimeout(() => close(), OUTCOME_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [staysOpen]);
  return (
    <>
      <p className={styles.facts}>{outcomeText(uploads)}</p>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Close the uploads to ${uploads.title}`}
        onClick={onClose}
      >
        Close
      </Button>
    </>
  );
}

const isSending = ({ items }: ProjectUploads) => items.some(isInFlight);

/** The uploads to projects whose page is not shown. Leaving the layout, as on signing out, aborts all uploads. */
export default function UploadTray() {
  const uploads = sessionUploads(useQueryClient());
  const { pathname } = useLocation();
  const projects = uploads.useProjects();
  const shown = projects.filter(
    (project) =>
      pathname !== paths.project(project.projectId) &&
      (project.items.length > 0 || project.storedUnseen > 0),
  );
  useAskBeforeClosing(projects.some(isSending));
  useEffect(() => () => uploads.abort(), [uploads]);
  return (
    <>
      <LiveRegion
        text={shown
          .filter((project) => !isSending(project))
          .map(outcomeText)
          .join(', ')}
      />
      {shown.length > 0 && (
        <section aria-label="Uploads" data-upload-tray className={styles.tray}>
          {shown.map((project) => (
            <div key={project.projectId} className={styles.row}>
              <Link to={paths.project(project.projectId)} className={styles.title}>
                <bdi>{project.title}</bdi>
              </Link>
              {isSending(project) ? (
                <Sending uploads={project} />
              ) : (
                <Outcome
                  uploads={project}
                  onClose={() => {
                    project.queue.removeEnded();
                    uploads.forgetOutcome(project.projectId);
                  }}
                />
              )}
            </div>
          ))}
        </section>
      )}
    </>
  );
}
