import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';

import { currentQueryClient } from '../../lib/api/query-client';
import { importWhenIdle } from '../../lib/code/when-idle';
import {
  closePalette,
  openPalette,
  paletteIsOpen,
  usePaletteKey,
} from '../../lib/navigation/palette';
import { useUserKey } from '../../lib/session/session';
import { createStore } from '../../lib/state/create-store';
import { useWindowEvent } from '../../lib/state/use-window-event';
import { IconButton } from '../../ui/button';
import { PictureContext, type PictureProps } from '../../ui/cover';
import { lazyDialog } from '../../ui/lazy-dialog';
import { Logo } from '../../ui/logo';
import { OfflineLine } from '../../ui/offline-line';
import { Skeleton } from '../../ui/skeleton';
import { ThemeToggle } from '../../ui/theme-toggle';
import styles from './app-layout.module.css';
import { SidebarContent } from './sidebar-content';

const picturesAreMissing = createStore(false);

// Pages show their content before these.
const FramePicture = lazy(() =>
  importWhenIdle(
    async () => {
      const { FramePicture: Picture } =
        await import('../../features/files/components/frame-picture');
      return { default: Picture };
    },
    () => picturesAreMissing.set(true),
  ),
);
const LiveUpdates = lazy(() => importWhenIdle(() => import('../../features/live/live-updates')));
const UploadTray = lazy(() =>
  importWhenIdle(() => import('../../features/files/components/upload-tray')),
);

/** In the place of a picture until the code that draws it is there, or where it could not be fetched. */
function PictureWaits() {
  return (
    <div data-failed={picturesAreMissing.useValue() || undefined} className={styles.picture}>
      <Skeleton height="100%" />
    </div>
  );
}

const drawPicture = (props: PictureProps) => (
  <Suspense fallback={<PictureWaits />}>
    <FramePicture {...props} />
  </Suspense>
);
const Palette = lazyDialog(() => import('../commands/palette'));
const Drawer = lazyDialog(() => import('./drawer'));

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
      {/* Either this or the bar is shown. */}
      <header className={styles.sidebar}>
        <SidebarContent />
      </header>
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
  const userKey = useUserKey();
  const queryClient = currentQueryClient();
  return queryClient && <FrameWithData key={userKey} queryClient={queryClient} />;
}

function FrameWithData({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PictureContext value={drawPicture}>
        <Frame />
      </PictureContext>
      <Suspense>
        <LiveUpdates />
      </Suspense>
      <Suspense>
        <UploadTray />
      </Suspense>
    </QueryClientProvider>
  );
}
