import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import type { Project } from '../../../lib/api/answers';
import { ProjectCard } from './project-card';
import { ProjectCardSkeletons } from './project-card-skeletons';
import styles from './project-list.module.css';
import { useColumns } from './use-columns';

const MIN_CARD_PX = 272;
const GAP_PX = 16;
const ESTIMATED_ROW_PX = 288 + GAP_PX;
const OVERSCAN_ROWS = 3;
/** The next page is requested when at most this many rows are left below. */
const ASK_BEFORE_ROWS = 12;

interface ProjectListProps {
  projects: readonly Project[];
  /** The number of matching projects, loaded or not. */
  total: number;
  hasMore: boolean;
  onMore: () => void;
  onStatusChosen: (project: Project) => void;
}

function useRows({ projects, hasMore, onMore }: ProjectListProps) {
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const { count: columns, top } = useColumns(list, MIN_CARD_PX, GAP_PX);
  const rowCount = Math.ceil(projects.length / columns);
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  });
  const rows = virtualizer.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  const isNearEnd = lastRow >= rowCount - ASK_BEFORE_ROWS;
  useEffect(() => {
    if (isNearEnd && hasMore) onMore();
  }, [isNearEnd, hasMore, onMore, rowCount]);
  return { list, columns, top, rows, height: virtualizer.getTotalSize(), virtualizer };
}

/** Cards in rows; only rows near the visible part of the page are rendered. */
export function ProjectList(props: ProjectListProps) {
  'use no memo';
  const { projects, total, hasMore, onStatusChosen } = props;
  const { list, columns, top, rows, height, virtualizer } = useRows(props);
  return (
    <>
      <div ref={list} role="list" aria-label="Projects" className={styles.list} style={{ height }}>
        {rows.map((row) => (
          <div
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            role="presentation"
            className={styles.row}
            style={{
              transform: `translateY(${row.start - top}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {projects
              .slice(row.index * columns, (row.index + 1) * columns)
              .map((project, index) => (
                <div
                  key={project.id}
                  role="listitem"
                  aria-setsize={total}
                  aria-posinset={row.index * columns + index + 1}
                >
                  <ProjectCard project={project} onStatusChosen={onStatusChosen} />
                </div>
              ))}
          </div>
        ))}
      </div>
      {hasMore && <ProjectCardSkeletons count={columns} />}
    </>
  );
}
