import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';

import { FramePicture } from '../../features/files/components/frame-picture';
import { UploadTray } from '../../features/files/components/upload-tray';
import { uploadQueueOf } from '../../features/files/upload-queue';
import { LiveUpdates } from '../../features/live/live-updates';
import { ApiError, InvalidAnswerError, isOutage } from '../../lib/api/errors';
import { MissingCodeError } from '../../lib/code/fetch-code';
import {
  closePalette,
  openPalette,
  paletteIsOpen,
  usePaletteKey,
} from '../../lib/navigation/palette';
import { useUserKey } from '../../lib/session/session';
import { useWindowEvent } from '../../lib/state/use-window-event';
import { IconButton } from '../../ui/button';
import { PictureContext, type PictureProps } from '../../ui/cover';
import { lazyDialog } from '../../ui/lazy-dialog';
import { Logo } from '../../ui/logo';
import { OfflineLine } from '../../ui/offline-line';
import { ThemeToggle } from '../../ui/theme-toggle';
import styles from './app-layout.module.css';
import { SidebarContent } from './sidebar-content';

const drawPicture = (props: PictureProps) => <FramePicture {...props} />;
const Palette = lazyDialog(() => import('../commands/palette'));
const Drawer = lazyDialog(() => import('./drawer'));

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 10_000;

/** Outages and lost answers are retried; refusals, invalid answers and missing code would fail again. */
function isWorthRetrying(error: Error): boolean {
  if (error instanceof InvalidAnswerError || error instanceof MissingCodeError) return false;
  return !(error instanceof ApiError) || isOutage(error);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Calls are made even when the browser reports being offline, because a local API may answer.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const DESKTOP = '(width >= 64rem)';

/** Opens the menu on small screens, which closes when the window gets wide enough for the sidebar. */
function MenuButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(() => {
    const desktop = window.matchMedia(DESKTOP);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);
  return (
    <>
      <IconButton label="Open menu" icon={MenuIcon} iconSize={20} onClick={() => setIsOpen(true)} />
      <Drawer isOpen={isOpen} onClose={close}>
        <SidebarContent onNavigate={close} />
      </Drawer>
    </>
  );
}

function Frame() {
  usePaletteKey();
  useWindowEvent('popstate', closePalette);
  useEffect(() => closePalette, []);
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <MenuButton key={useLocation().pathname} />
        <Logo size={26} />
        <span className={styles.tools}>
          <IconButton label="Go anywhere" icon={Search} onClick={openPalette} />
          <ThemeToggle />
        </span>
      </header>
      <aside className={styles.sidebar} aria-label="Sidebar">
        <SidebarContent />
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Palette isOpen={paletteIsOpen.useValue()} onClose={closePalette} />
      <OfflineLine />
    </div>
  );
}

/** The shared layout of signed-in pages. Each user gets a new cache. */
export function Component() {
  return <FrameWithData key={useUserKey()} />;
}

function FrameWithData() {
  const [queryClient] = useState(createQueryClient);
  // Signing out ends the uploads.
  useEffect(() => () => uploadQueueOf(queryClient).clear(), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <PictureContext value={drawPicture}>
        <Frame />
      </PictureContext>
      <LiveUpdates />
      <UploadTray />
    </QueryClientProvider>
  );
}
