import type { StoredFile } from '@studiolo/contracts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';

import type { PictureProps } from '../../../ui/cover';
import { localThumbnailQuery, thumbnailQuery } from '../api/preview-queries';
import { previewKind } from '../preview-kind';
import type { UploadItem } from '../upload-item';
import { BlobImage } from './blob-media';
import styles from './frame-picture.module.css';
import { TypeGlyph } from './type-glyph';

const MARGIN = '300px';

/** True once the element has been inside or close to the visible part of the page. */
function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsSeen(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isSeen;
}

interface ThumbnailProps {
  query: ReturnType<typeof thumbnailQuery> | ReturnType<typeof localThumbnailQuery>;
  file: Pick<StoredFile, 'filename' | 'content_type'>;
  isDamaged?: boolean;
}

/** A thumbnail, made when it comes into view; else the glyph of the file's type, and why there is no picture. */
function Thumbnail({ query, file, isDamaged = false }: ThumbnailProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(ref);
  const canShow = query.enabled === true;
  const options = { ...query, enabled: isSeen && canShow } as ReturnType<typeof thumbnailQuery>;
  const { data, isLoading, isError } = useQuery(options);
  const failure = isDamaged ? 'Damaged' : isError && 'Not loaded';
  const picture = data?.kind === 'pages' ? data.pages[0] : data?.kind === 'image' && data.blob;
  const hasNoPicture = (!canShow && !data) || data?.kind === 'none' || isError;
  return (
    <span ref={ref} className={styles.picture} data-loading={isLoading || undefined}>
      {picture && <BlobImage blob={picture} alt="" className={styles.image} />}
      {data?.kind === 'text' && <span className={styles.text} data-text={data.text} />}
      {hasNoPicture && <TypeGlyph file={file} />}
      {failure && <span className={styles.failed} data-text={failure} />}
      {previewKind(file.content_type) === 'video' && (
        <svg viewBox="0 0 24 24" className={styles.film} aria-hidden>
          <path d="M8 5v14l11-7z" fill="currentColor" />
        </svg>
      )}
    </span>
  );
}

export function FramePicture({ projectId, file }: PictureProps) {
  const isDamaged = file.damage !== null;
  return <Thumbnail query={thumbnailQuery(projectId, file)} file={file} isDamaged={isDamaged} />;
}

/** The picture of a file that was chosen, from this machine. */
export function LocalPicture({ item }: { item: UploadItem }) {
  const { name, type } = item.file;
  return (
    <Thumbnail
      query={localThumbnailQuery(item)}
      file={{ filename: name, content_type: type || 'application/octet-stream' }}
    />
  );
}
