import type { StoredFile } from '@studiolo/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { thumbnailQuery } from '../api/preview-queries';
import { previewKind } from '../preview-kind';
import { BlobImage } from './blob-media';
import styles from './frame-picture.module.css';
import { TypeGlyph } from './type-glyph';
import { useSeen } from './use-seen';

interface FramePictureProps {
  projectId: string;
  file: StoredFile;
}

/** The thumbnail in a frame of the contact sheet, made when the frame comes into view. */
export function FramePicture({ projectId, file }: FramePictureProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(ref);
  const query = thumbnailQuery(projectId, file);
  const canShow = query.enabled === true;
  const { data, isLoading, isError } = useQuery({ ...query, enabled: isSeen && canShow });
  const picture = data?.kind === 'pages' ? data.pages[0] : data?.kind === 'image' && data.blob;
  const hasNoPicture = !canShow || data?.kind === 'none' || isError;
  return (
    <span ref={ref} className={styles.picture} data-loading={isLoading || undefined}>
      {picture && <BlobImage blob={picture} alt="" className={styles.image} />}
      {data?.kind === 'text' && <span className={styles.text} data-text={data.text} />}
      {hasNoPicture && <TypeGlyph file={file} />}
      {previewKind(file.content_type) === 'video' && (
        <svg viewBox="0 0 24 24" className={styles.film} aria-hidden>
          <path d="M8 5v14l11-7z" fill="currentColor" />
        </svg>
      )}
    </span>
  );
}
