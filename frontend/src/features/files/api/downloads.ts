import type { StoredFile } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Project } from '../../../lib/api/answers';
import type { FileAddress } from '../../../lib/api/hidden-files';
import { downloadKey } from '../../../lib/api/queries';
import { MissingCodeError } from '../../../lib/code/fetch-code';
import { fetchFile, fetchWhatIsLeft, isDamage } from '../../../lib/files/fetch-file';
import { portableName, PortableNames } from '../../../lib/files/portable-name';
import { checksumLine, saveBlob, saveZip } from '../../../lib/files/save-blob';
import { toast } from '../../../lib/toasts';
import { fileQuery } from './file-query';

/** Files to download, one as it is or all in one ZIP. */
export interface Wanted {
  files: readonly StoredFile[];
  isZip: boolean;
  /** The owner wants what is left of damaged ones. */
  acceptsDamage?: boolean;
}

/** Null when the file is damaged and nothing of it is left. */
const bytesOf = async (address: FileAddress, acceptsDamage: boolean): Promise<Blob | null> =>
  acceptsDamage ? (await fetchWhatIsLeft(address)).bytes : fetchFile(address);

async function* entriesOf(
  projectId: string,
  { files, acceptsDamage = false }: Wanted,
  onFile: (count: number) => void,
) {
  const names = new PortableNames();
  const checksums: string[] = [];
  for (const [index, { filename, sha256, created_at: createdAt }] of files.entries()) {
    const input = await bytesOf({ projectId, filename }, acceptsDamage);
    const name = names.add(filename, 'file');
    if (input) yield { name, lastModified: new Date(createdAt || Date.now()), input };
    // Of what was uploaded, so that `sha256sum -c` names the damaged ones.
    if (sha256) checksums.push(checksumLine(sha256, name));
    onFile(index + 1);
  }
  if (checksums.length > 0) {
    const name = names.add('checksums.sha256', 'file');
    yield { name, lastModified: new Date(), input: checksums.join('') };
  }
}

/** Saves files; bytes that a preview has fetched are used again for a single one. */
function useSave({ id, title }: Project, onDamaged: (wanted: Wanted) => void) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const saveOne = async (file: StoredFile, acceptsDamage = false) => {
    const { filename } = file;
    const cached = queryClient.getQueryData(fileQuery(id, file).queryKey);
    const bytes = cached ?? (await bytesOf({ projectId: id, filename }, acceptsDamage));
    if (!bytes) throw new Error(`Nothing is left of ${filename}`);
    saveBlob(bytes, filename);
  };
  const saveAll = (wanted: Wanted) => {
    setDone(0);
    return saveZip(entriesOf(id, wanted, setDone), `${portableName(title, 'project')}.zip`);
  };
  const { mutate, isPending, variables } = useMutation({
    mutationKey: downloadKey,
    mutationFn: (wanted: Wanted) => {
      const [first, ...others] = wanted.files;
      const isOne = first && others.length === 0 && !wanted.isZip;
      return isOne ? saveOne(first, wanted.acceptsDamage) : saveAll(wanted);
    },
    onSuccess: (_saved, { files: { length } }) =>
      toast.success(
        length === 1 ? 'File downloaded successfully' : `${length} files downloaded successfully`,
      ),
    onError: (error, wanted) => {
      if (isDamage(error)) onDamaged(wanted);
      else if (error instanceof MissingCodeError) toast.error(error.message);
      else toast.error('Failed to download file');
    },
  });
  const isPacking = isPending && (variables.isZip || variables.files.length > 1);
  const progress = isPacking ? `Packing ${done} of ${variables.files.length}` : null;
  return { save: mutate, progress };
}

/** Downloads files of a project; asks before damaged ones. */
export function useDownloads(project: Project) {
  const [questioned, setQuestioned] = useState<Wanted | null>(null);
  const { save, progress } = useSave(project, setQuestioned);
  const start = (wanted: Wanted) => {
    if (wanted.files.some(({ damage }) => damage !== null)) setQuestioned(wanted);
    else save(wanted);
  };
  return {
    download: (...files: readonly StoredFile[]) => start({ files, isZip: false }),
    downloadAll: (files: readonly StoredFile[]) => start({ files, isZip: true }),
    /** How far the packing of a ZIP is, in words; null while nothing is packed. */
    progress,
    /** What is downloaded only once its owner accepts that it is damaged. */
    questioned,
    answer: (isAccepted: boolean) => {
      setQuestioned(null);
      if (isAccepted && questioned) save({ ...questioned, acceptsDamage: true });
    },
  };
}
