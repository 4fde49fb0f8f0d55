import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import type { Project } from '../../../lib/api/answers';
import { useWindowEvent } from '../../../lib/state/use-window-event';
import { hasCover } from '../../../ui/cover';
import { useGridKeys } from '../../../ui/use-grid-keys';
import type { ListDensity } from '../project-list-address';
import { ProjectCard } from './project-card';
import { ProjectCardSkeletons } from './project-card-skeletons';
import styles from './project-list.module.css';
import { ProjectRow } from './project-row';
import { useSteadyScroll } from './use-steady-scroll';

const MIN_CARD_PX = 272;
const GAP_PX = 16;
/** The height of a card's text, and of a card without a picture; measured once it is drawn. */
const TEXT_PX = 176;
const BARE_CARD_PX = 192;
/** The height of a project in the dense list. */
const DENSE_PX = 44;
const OVERSCAN_ROWS = 3;
/** The next page is requested when at most this many rows are left below. */
const ASK_BEFORE_ROWS = 12;

interface ProjectListProps {
  projects: readonly Project[];
  /** The number of matching projects, loaded or not. */
  total: number;
  hasMore: boolean;
  onMore: () => void;
  /** What the projects are an answer to. */
  answerTo: string;
  density: ListDensity;
}

/** How many columns fit into an element, and its distance from the top of the document, in pixels. */
function useColumns(ref: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(1);
  const [width, setWidth] = useState(MIN_CARD_PX);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const columns = Math.max(1, Math.floor((box.width + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
      setCount(columns);
      setWidth((box.width + GAP_PX) / columns - GAP_PX);
      setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return { count, width, top };
}

function useRows({ projects, hasMore, onMore, answerTo, density }: ProjectListProps) {
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const { count, width, top } = useColumns(list);
  const isDense = density === 'small';
  const columns = isDense ? 1 : count;
  const rowCount = Math.ceil(projects.length / columns);
  const isTall = (row: number) =>
    !isDense && projects.slice(row * columns, (row + 1) * columns).some(hasCover);
  const cardPx = (row: number) => (isTall(row) ? (width * 2) / 3 + TEXT_PX : BARE_CARD_PX);
  const [isPrinting, setIsPrinting] = useState(false);
  // The browser prints what is rendered when this event ends.
  useWindowEvent('beforeprint', () => flushSync(() => setIsPrinting(true)));
  useWindowEvent('afterprint', () => setIsPrinting(false));
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: (row) => (isDense ? DENSE_PX : cardPx(row)),
    // A row that moves keeps its measured height.
    getItemKey: useCallback(
      (row: number) => projects[row * columns]?.id ?? row,
      [projects, columns],
    ),
    gap: isDense ? 0 : GAP_PX,
    overscan: isPrinting ? rowCount : OVERSCAN_ROWS,
    scrollMargin: top,
    // Without it, there are no cards before a layout, and then they are all drawn at once.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  useSteadyScroll({ projects, columns, virtualizer, answerTo });
  const rows = virtualizer.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  const isNearEnd = lastRow >= rowCount - ASK_BEFORE_ROWS;
  useEffect(() => {
    if (isNearEnd && hasMore) onMore();
  }, [isNearEnd, hasMore, onMore, rowCount]);
  const height = virtualizer.getTotalSize();
  return { list, columns, top, rows, isTall, height, virtualizer };
}

/**
 * Whether the rows need a column for pictures. Where it is, it stays as more rows come: nothing moves. A list that is not
 * whole has it, because pictures may come.
 */
function useHasPictures({ projects, hasMore, answerTo }: ProjectListProps): boolean {
  const isNeeded = useMemo(() => hasMore || projects.some(hasCover), [projects, hasMore]);
  const [shown, setShown] = useState({ answerTo, isNeeded });
  const isOther = shown.answerTo !== answerTo;
  if (isOther || (isNeeded && !shown.isNeeded)) setShown({ answerTo, isNeeded });
  return shown.isNeeded;
}

/** Space, on a project that has the focus: as Enter on its status. */
function openStatusMenu(projectId: string): void {
  const button = document.querySelector<HTMLElement>(`[data-status-of="${projectId}"]`);
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}

/**
 * One Tab stop: arrows go from project to project, Enter opens it, Space its status.
 *
 * Only cards near the visible part of the page are rendered, except for printing. Each keeps its element wherever a
 * change moves it, so that it keeps the focus, too; and it is placed by transform, so that no layout shifts.
 */
export function ProjectList(props: ProjectListProps) {
  'use no memo';
  const { projects, total, hasMore, density } = props;
  const { list, columns, top, rows, isTall, height, virtualizer } = useRows(props);
  const hasPictures = useHasPictures(props);
  const cards = rows.flatMap((row) =>
    projects.slice(row.index * columns, (row.index + 1) * columns).map((project, column) => ({
      project,
      column,
      rowIndex: row.index,
      y: row.start - top,
    })),
  );
  const { grid, isTabStop, ...handlers } = useGridKeys({
    grid: list,
    // Of those that are rendered: Tab has to find one.
    keys: cards.map(({ project }) => project.id),
    onToggle: openStatusMenu,
  });
  return (
    <>
      <div
        ref={grid}
        {...handlers}
        role="list"
        aria-label="Projects"
        data-bare={!hasPictures || undefined}
        className={styles.list}
        style={{ height, '--columns': columns } as CSSProperties}
      >
        {cards.map(({ project, column, rowIndex, y }) => (
          <div
            key={project.id}
            // The first card of a row is as high as the others.
            ref={column === 0 ? virtualizer.measureElement : undefined}
            data-index={rowIndex}
            role="listitem"
            aria-setsize={total}
            aria-posinset={rowIndex * columns + column + 1}
            className={styles.card}
            style={{ transform: `translate(calc(${column} * (100% + ${GAP_PX}px)), ${y}px)` }}
          >
            {density === 'small' ? (
              <ProjectRow project={project} isTabStop={isTabStop(project.id)} />
            ) : (
              <ProjectCard
                project={project}
                isTall={isTall(rowIndex)}
                isTabStop={isTabStop(project.id)}
              />
            )}
          </div>
        ))}
      </div>
      {hasMore && (
        <div className={styles.more}>
          <ProjectCardSkeletons count={columns} density={density} />
        </div>
      )}
    </>
  );
}
