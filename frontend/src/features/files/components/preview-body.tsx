import type { StoredFile } from '@studiolo/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MissingCodeError } from '../../../lib/code/fetch-code';
import { damageText } from '../../../lib/files/damage';
import { Button } from '../../../ui/button';
import type { PictureProps } from '../../../ui/cover';
import { Skeleton } from '../../../ui/skeleton';
import { previewQuery } from '../api/preview-queries';
import type { Preview } from '../previews/preview';
import { BlobImage, BlobVideo } from './blob-media';
import styles from './preview-body.module.css';
import { TypeGlyph } from './type-glyph';

function NoPreview({ file }: { file: StoredFile }) {
  return (
    <div className={styles.none}>
      <TypeGlyph file={file} />
      <p>There is no preview for this file. Download it to open it.</p>
    </div>
  );
}

function DamagedFile({ file }: { file: StoredFile }) {
  return (
    <div className={styles.none}>
      <TypeGlyph file={file} />
      <p className={styles.damaged}>This file is damaged.</p>
      <p>
        {damageText(file.damage)} Upload it again, or ask who runs this Studiolo for its backup.
      </p>
    </div>
  );
}

function Pages({ pages, total, name }: { pages: readonly Blob[]; total: number; name: string }) {
  return (
    <div className={styles.pages} tabIndex={0} role="region" aria-label={`Pages of ${name}`}>
      {pages.map((page, index) => (
        <BlobImage
          key={index}
          blob={page}
          alt={`Page ${index + 1} of ${total}`}
          className={styles.page}
        />
      ))}
      {pages.length < total && (
        <p className={styles.cut}>
          The first {pages.length} of {total} pages. Download the file to see the rest.
        </p>
      )}
    </div>
  );
}

function Shown({ preview, file }: { preview: Preview; file: StoredFile }) {
  const [isBroken, setIsBroken] = useState(false);
  const onError = () => setIsBroken(true);
  if (isBroken) return <NoPreview file={file} />;
  switch (preview.kind) {
    case 'image':
      return (
        <BlobImage
          data-zoomable
          blob={preview.blob}
          alt={file.filename}
          className={styles.image}
          onError={onError}
        />
      );
    case 'video':
      return (
        <BlobVideo
          blob={preview.blob}
          aria-label={file.filename}
          className={styles.image}
          onError={onError}
        />
      );
    case 'pages':
      return <Pages pages={preview.pages} total={preview.total} name={file.filename} />;
    case 'text':
      return (
        <div className={styles.pages} tabIndex={0} role="region" aria-label={file.filename}>
          <pre dir="auto" className={styles.text}>
            {preview.text}
          </pre>
          {preview.isCut && (
            <p className={styles.cut}>This is the beginning. Download the file to see the rest.</p>
          )}
        </div>
      );
    case 'none':
      return <NoPreview file={file} />;
  }
}

function WholeFile({ projectId, file }: PictureProps) {
  const { data, error, isError, isFetching, refetch } = useQuery(previewQuery(projectId, file));
  if (data) return <Shown preview={data} file={file} />;
  if (!isError) {
    return (
      <div className={styles.loading} aria-busy>
        <Skeleton height="100%" />
      </div>
    );
  }
  if (error instanceof MissingCodeError) {
    return (
      <div className={styles.none} role="alert">
        <p>The preview could not be loaded. Check your connection and load the page again.</p>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </div>
    );
  }
  return (
    <div className={styles.none} role="alert">
      <p>This file could not be loaded.</p>
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  );
}

export function PreviewBody(props: PictureProps) {
  const { file } = props;
  return file.damage === null ? <WholeFile {...props} /> : <DamagedFile file={file} />;
}
