import { formatSize } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';

import { describeError } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/api/queries';
import { fetchCode } from '../../../lib/code/fetch-code';
import { fileCount, projectCount } from '../../../lib/format';
import { useAskBeforeClosing } from '../../../lib/forms/use-ask-before-closing';
import { Button, buttonClass } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import type { RestorePlan } from '../archive/plan-restore';
import type { ArchivedFile, ArchivedProject } from '../archive/read-archive';
import styles from './bring-back.module.css';

const loadReader = () => fetchCode(() => import('../archive/read-archive'));
const loadRestore = () => fetchCode(() => import('../archive/restore'));

interface Opened {
  archive: readonly ArchivedProject[];
  plan: RestorePlan;
}

async function open(zip: File): Promise<Opened> {
  const { readArchive } = await loadReader();
  const { compareWithAccount } = await loadRestore();
  const archive = await readArchive(zip);
  return { archive, plan: await compareWithAccount(archive) };
}

const filesOf = ({ projects }: RestorePlan) => projects.flatMap(({ files }) => files);

/** What would be created, in words. */
function intention(plan: RestorePlan): string {
  const files = filesOf(plan);
  const created = plan.projects.filter(({ existing }) => existing === null).length;
  const size = formatSize(files.reduce((sum, { size: bytes }) => sum + bytes, 0));
  const here = plan.filesHere > 0 ? ` ${fileCount(plan.filesHere)} of it are here already.` : '';
  if (plan.projects.length === 0) {
    const isWhole = plan.tooLarge.length === 0 && plan.notArchived.length === 0;
    return `Nothing ${isWhole ? 'has to' : 'more can'} be brought back.${here}`;
  }
  return `This brings back ${projectCount(created)} and ${fileCount(files.length)} (${size}).${here}`;
}

function comparison(plan: RestorePlan): string {
  const lacking = filesOf(plan).length + plan.tooLarge.length + plan.notArchived.length;
  const total = plan.filesHere + lacking;
  if (plan.projects.length === 0 && lacking === 0) {
    return `Everything is here: ${fileCount(total)}, each the same as in the archive.`;
  }
  return `${plan.filesHere} of ${fileCount(total)} are here, each the same as in the archive.`;
}

function FileNames({ title, files }: { title: string; files: readonly ArchivedFile[] }) {
  if (files.length === 0) return null;
  return (
    <details className={styles.names}>
      <summary>
        {title}: {fileCount(files.length)}
      </summary>
      <ul>
        {files.map(({ path }) => (
          <li key={path}>
            <bdi>{path.replace(/^files\//, '')}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Reads an archive of an account, shows what it would create, creates it, and says whether all of it is the same. */
export function BringBack() {
  const id = useId();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState('');
  const opening = useMutation({ mutationFn: open });
  const running = useMutation({
    mutationFn: async ({ archive }: Opened) => {
      const { bringBack } = await loadRestore();
      return bringBack(archive, (done, total) =>
        setProgress(`Bringing back ${done} of ${fileCount(total)}`),
      );
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects });
      await queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
    },
  });
  useAskBeforeClosing(running.isPending);
  const close = () => {
    opening.reset();
    running.reset();
  };
  const error = opening.error ?? running.error;
  const opened = opening.data;
  const plan = running.data ?? opened?.plan;
  const isBusy = opening.isPending || running.isPending;
  const text = plan && (running.data ? comparison(plan) : intention(plan));
  const canStart = opened && plan && plan.projects.length > 0;
  return (
    <div className={styles.panel}>
      <input
        id={id}
        type="file"
        accept=".zip,application/zip"
        disabled={isBusy}
        className={styles.input}
        onChange={({ target }) => {
          const [zip] = target.files ?? [];
          running.reset();
          if (zip) opening.mutate(zip);
          target.value = '';
        }}
      />
      <label htmlFor={id} className={buttonClass({})}>
        <Upload size={16} strokeWidth={1.6} aria-hidden />
        {opening.isPending ? 'Reading the archive' : 'Bring back an archive'}
      </label>
      {error && (
        <p role="alert" className={styles.error}>
          {describeError(error, error.message, error.message)}
        </p>
      )}
      {plan && (
        <div className={styles.plan}>
          <p>{running.isPending ? progress : text}</p>
          <FileNames title="More than the storage holds" files={plan.tooLarge} />
          <FileNames title="Not in the archive" files={plan.notArchived} />
          {running.data && <FileNames title="Not brought back" files={filesOf(plan)} />}
          <div className={styles.actions}>
            {canStart && (
              <Button
                variant="primary"
                isBusy={running.isPending}
                onClick={() => running.mutate(opened)}
              >
                {running.data || running.error ? 'Try again' : 'Bring back'}
              </Button>
            )}
            {!running.isPending && <Button onClick={close}>{canStart ? 'Cancel' : 'Close'}</Button>}
          </div>
        </div>
      )}
      <LiveRegion text={running.isPending ? 'Bringing back your archive' : (text ?? '')} />
    </div>
  );
}
