import type { Plugin, Rolldown } from 'vite';

type GetModule = (id: string) => Rolldown.ModuleInfo | null;
type ChunkOf = (id: string) => string | null;

/** What every page but the landing page needs. */
const PRELOADED = ['react', 'shared', 'app'];

/** The chunks of packages; the first that matches. */
const PACKAGES: readonly [chunk: string, pattern: RegExp][] = [
  ['react', /^(?:react|react-dom|scheduler)\//],
  [
    'shared',
    /^(?:lucide-react\/.*\/(?:shared\/|createLucideIcon|Icon|context|defaultAttributes|moon|sun)|contracts\/src\/limits\.)/,
  ],
  ['app', /^(?:react-router|react-router-dom|zod|lucide-react|contracts)\//],
  ['layout', /^@tanstack\/(?:query-core|react-query)\//],
  ['forms', /^(?:react-hook-form|@hookform)\//],
  ['menu', /^(?:@floating-ui|@radix-ui\/react-(?:menu|dropdown-menu|popper|arrow|roving-focus))\//],
  [
    'dialogs',
    /^(?:@radix-ui|radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|tslib|use-sidecar|use-callback-ref)/,
  ],
];

/** Loaded after the first paint. */
const LATE = [
  'app/commands/palette',
  'app/layout/drawer',
  'features/dashboard/components/draft-offers',
  'features/files/components/upload-tray',
  'features/live/live-updates',
  'ui/alert-dialog',
];

const pages = (names: string) => names.split(' ').map((name) => `app/routes/${name}`);

/** The path of a module inside its package; undefined for the application's own. */
const inPackage = (id: string) =>
  (/.*\/node_modules\/(.*)/.exec(id) ?? /\/libs\/(contracts\/.*)/.exec(id))?.[1];

/** A module and those of the application that it imports statically. */
function closureOf(id: string, getModule: GetModule, found = new Set<string>()): Set<string> {
  if (found.has(id) || inPackage(id) !== undefined) return found;
  found.add(id);
  for (const imported of getModule(id)?.importedIds ?? []) closureOf(imported, getModule, found);
  return found;
}

/** The chunk of what several pages need is one that all of them load anyway; what one page alone needs has its own. */
function chunksOfSources(folder: string, getModule: GetModule): ChunkOf {
  /** How many of these modules need a module. */
  const neededBy = (names: readonly string[]) => {
    const closures = names.map((name) => closureOf(`${folder}/${name}.tsx`, getModule));
    return (id: string) => closures.filter((closure) => closure.has(id)).length;
  };
  const landing = neededBy(['landing', ...pages('landing')]);
  const start = neededBy(['app/start-app']);
  const guests = neededBy(
    pages(
      'login register forgot-password reset-password verify-email verify-email-pending google-callback',
    ),
  );
  const layout = neededBy(['app/layout/app-layout']);
  const dashboard = neededBy(pages('dashboard'));
  const signedIn = neededBy(pages('dashboard projects project new-project storage profile studio'));
  const lists = neededBy(pages('projects storage'));
  const late = neededBy(LATE);
  const toaster = neededBy(['ui/toaster']);
  return (id) => {
    // The landing page has the tightest budget: what it shares with other pages is apart from all else that they share.
    if (landing(id))
      return start(id) + guests(id) + layout(id) + signedIn(id) > 0 ? 'shared' : null;
    const isForSignedIn = layout(id) + dashboard(id) + late(id) + toaster(id) > 0;
    if (start(id) || (guests(id) && isForSignedIn)) return 'app';
    // The dashboard is the page after signing in, so what it shares with other pages comes with the layout.
    if (layout(id) || (dashboard(id) && signedIn(id) + late(id) > 1)) return 'layout';
    if (guests(id) && guests(id) + signedIn(id) > 1) return 'forms';
    if (signedIn(id) && (late(id) || (lists(id) && signedIn(id) > 1))) return 'pages';
    return late(id) ? 'late' : null;
  };
}

/**
 * Puts the code of each page into a few files, because each file costs a round trip. The document preloads what every
 * page needs; the entry imports nothing of it statically, so that it can request the right page at the same time.
 */
export function chunks(root: string): Plugin {
  const source = `${root}/src`;
  const starting = [
    ...[
      'document.ts',
      'app/pages.ts',
      'app/stale-chunk.ts',
      'lib/api/early-answers.ts',
      'lib/config.ts',
      'lib/paths.ts',
      'lib/token.ts',
    ].map((file) => `${source}/${file}`),
    '\0vite/preload-helper.js',
  ];
  let ofSources: ChunkOf | undefined;
  const name = (id: string, context: { getModuleInfo: GetModule }) => {
    if (starting.includes(id)) return 'start';
    const path = inPackage(id);
    if (path !== undefined) return PACKAGES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
    ofSources ??= chunksOfSources(source, (module) => context.getModuleInfo(module));
    return ofSources(id);
  };
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } },
        },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle = {} }) =>
        Object.values(bundle)
          .filter((output) => path === '/index.html' && output.type === 'chunk')
          .filter(({ name }) => PRELOADED.includes(name ?? ''))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}
