import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { downloadKey } from '../../../lib/api/queries';
import { fetchCode, MissingCodeError } from '../../../lib/code/fetch-code';
import { saveZip } from '../../../lib/files/save-blob';
import { fileCount } from '../../../lib/format';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';

/** Downloads all data of the account as one archive that can be read without Studiolo. */
export function Archive() {
  const [progress, setProgress] = useState('Packing');
  const { mutate: start, isPending } = useMutation({
    mutationKey: downloadKey,
    mutationFn: async () => {
      const { archiveEntries } = await fetchCode(() => import('../archive/archive-entries'));
      let damaged = 0;
      const entries = archiveEntries({
        onProgress: (done, total) => setProgress(`Packing ${done} of ${total} files`),
        onDamaged: (count) => (damaged = count),
      });
      await saveZip(entries, 'studiolo.zip');
      return damaged;
    },
    onSuccess: (damaged) => {
      toast.success('Everything has been downloaded');
      if (damaged > 0)
        toast.warning(`${fileCount(damaged)} damaged: see damaged.txt in the archive`);
    },
    onError: (error) =>
      toast.error(
        error instanceof MissingCodeError ? error.message : 'Failed to download everything',
      ),
  });
  return (
    <>
      <Button isBusy={isPending} onClick={() => start()}>
        <Download size={16} strokeWidth={1.6} aria-hidden />
        {isPending ? progress : 'Download everything'}
      </Button>
      <LiveRegion text={isPending ? 'Packing your archive' : ''} />
    </>
  );
}
