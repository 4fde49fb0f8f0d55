import type { StoredFile } from '@studiolo/contracts';
import { createContext, type ReactNode, useContext } from 'react';

import type { Project } from '../lib/api/answers';
import { classNames } from './class-names';
import styles from './cover.module.css';

export interface PictureProps {
  projectId: string;
  file: StoredFile;
}

/** Draws the thumbnail of a file. The layout provides it, because every feature shows pictures. */
export const PictureContext = createContext<(props: PictureProps) => ReactNode>(() => null);

/** The thumbnail of a file, or the glyph of its type. */
export function Picture(props: PictureProps) {
  return useContext(PictureContext)(props);
}

const FRAMES = 4;
const SHOWN = /^(?:image|video)\//;

interface CoverProps {
  project: Project;
  className?: string | undefined;
}

/** The first pictures of a project as a strip of film; the frames without one are unexposed. */
export function Cover({ project: { id, files }, className }: CoverProps) {
  const pictures = files.filter(({ content_type: type }) => SHOWN.test(type));
  return (
    <div aria-hidden className={classNames(styles.cover, className)}>
      {Array.from({ length: FRAMES }, (_, index) => {
        const file = pictures[index];
        return (
          <span key={index} className={styles.frame}>
            {file && <Picture key={file.filename} projectId={id} file={file} />}
          </span>
        );
      })}
    </div>
  );
}
