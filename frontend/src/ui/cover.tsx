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

const picturesOf = ({ files }: Project) =>
  files.filter(({ content_type: type }) => /^(?:image|video)\//.test(type));

export const hasCover = (project: Project) => picturesOf(project).length > 0;

interface CoverProps {
  project: Project;
  /** Too small for the number of the others. */
  isSmall?: boolean;
  className?: string | undefined;
}

/** The first picture of a project and how many more there are; nothing for a project without one. */
export function Cover({ project, className, isSmall = false }: CoverProps) {
  const [first, ...others] = picturesOf(project);
  if (!first) return null;
  return (
    <div aria-hidden className={classNames(styles.cover, className)}>
      <Picture key={first.filename} projectId={project.id} file={first} />
      {others.length > 0 && !isSmall && <span className={styles.more}>+{others.length}</span>}
    </div>
  );
}
