import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';

import type { PictureProps } from '../../../ui/cover';
import { thumbnailQuery } from '../api/preview-queries';
import { previewKind } from '../preview-kind';
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

/** The thumbnail in a frame of the contact sheet, made when the frame comes into view. */
export function FramePicture({ projectId, file }: PictureProps) {
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
