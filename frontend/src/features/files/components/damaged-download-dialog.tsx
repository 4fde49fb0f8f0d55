import { damageText } from '../../../lib/files/damage';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FilenameList } from '../../../ui/filename-list';
import type { useDownloads } from '../api/downloads';

function archiveText(isKnown: boolean): string {
  return isKnown
    ? 'The archive will hold what is left of these, and the others whole.'
    : 'At least one of these is damaged. The archive will hold what is left of it, and the others whole.';
}

/** Asks before what is left of damaged files is downloaded. */
export function DamagedDownloadDialog({
  questioned,
  answer,
}: Pick<ReturnType<typeof useDownloads>, 'questioned' | 'answer'>) {
  const { files } = questioned ?? { files: [] };
  const known = files.filter(({ damage }) => damage !== null);
  const damaged = known.length > 0 ? known : files;
  const [first] = damaged;
  const isOne = files.length === 1;
  return (
    <ConfirmDialog
      isOpen={questioned !== null}
      title={isOne ? 'This file is damaged' : 'Some files are damaged'}
      message={isOne ? damageText(first?.damage ?? null) : archiveText(known.length > 0)}
      confirmLabel="Download anyway"
      canConfirm={files.some(({ damage }) => damage !== 'missing')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <FilenameList names={damaged.map(({ filename }) => filename)} />
    </ConfirmDialog>
  );
}
