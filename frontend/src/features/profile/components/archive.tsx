import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { downloadKey } from '../../../lib/api/queries';
import { fetchCode, MissingCodeError } from '../../../lib/code/fetch-code';
import { saveZip } from '../../../lib/files/save-blob';
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
      const entries = archiveEntries((done, total) =>
        setProgress(`Packing ${done} of ${total} files`),
      );
      await saveZip(entries, 'studiolo.zip');
    },
    onSuccess: () => toast.success('Everything has been downloaded'),
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
