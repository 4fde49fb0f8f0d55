import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';

import { FramePicture } from '../../features/files/components/frame-picture';
import { UploadTray } from '../../features/files/components/upload-tray';
import { uploadQueueOf } from '../../features/files/upload-queue';
import { LiveUpdates } from '../../features/live/live-updates';
import { currentQueryClient } from '../../lib/api/query-client';
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
