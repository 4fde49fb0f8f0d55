import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** The chunks that every page but the landing page needs. */
const PRELOADED = ['react', 'app'];

/** The chunks of packages; the first that matches. */
const PACKAGES: readonly [chunk: string, pattern: RegExp][] = [
  ['start', /^@fontsource/],
  [
    'react',
    /^(?:(?:react|react-dom|scheduler)\/|lucide-react\/.*\/(?:shared\/|createLucideIcon|Icon|context|defaultAttributes|moon|sun)|contracts\/src\/limits\.)/,
  ],
  ['app', /^(?:react-router|react-router-dom|zod|lucide-react|contracts)\//],
  ['layout', /^(?:@tanstack\/(?:query-core|react-query)|p-limit|yocto-queue)\//],
  ['forms', /^(?:react-hook-form|@hookform)\//],
  ['menu', /^(?:@floating-ui|@radix-ui\/react-(?:menu|dropdown-menu|popper|arrow|roving-focus))\//],
  [
    'dialogs',
    /^(?:@radix-ui|radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|tslib|use-sidecar|use-callback-ref)/,
  ],
];

/** Chunks of packages that most pages load late or never. */
const LATE = ['forms', 'menu', 'dialogs'];

const GUEST_PAGE =
  /routes\/(?:login|register|forgot-password|reset-password|verify-email|verify-email-pending|google-callback)\.tsx$/;

/** The path of a module inside its package; undefined for the application's own. */
const inPackage = (id: string) =>
  (/.*\/node_modules\/(.*)/.exec(id) ?? /\/libs\/(contracts\/.*)/.exec(id))?.[1];

function chunkOfPackage(id: string): string | null {
  const path = inPackage(id) ?? '';
  return PACKAGES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** A module and those that it imports statically. */
function closureOf(root: string, modules: Modules): Set<string> {
  const found = new Set<string>([root]);
  for (const id of found)
    if (inPackage(id) === undefined)
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The closures of the entries and of everything that is imported dynamically, by their roots. */
function closuresFrom(entries: readonly string[], modules: Modules): Map<string, Set<string>> {
  const closures = new Map<string, Set<string>>();
  const roots = new Set(entries);
  for (const root of roots) {
    const closure = closureOf(root, modules);
    closures.set(root, closure);
    for (const id of closure)
      for (const imported of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        roots.add(imported);
  }
  return closures;
}

/** With a low priority, so that the browser loads the stylesheet, which paints the spinner, before the code. */
const preload = (fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
});

/**
 * Puts the code that several pages need into a few files, because each file costs a round trip. What one page alone
 * needs is in its own file. The document preloads what every page needs; the entry imports nothing of it statically, so
 * that it can request the right page at the same time.
 */
export function chunks(root: string): Plugin {
  const main = `${root}/src/main.tsx`;
  const landing = `${root}/src/landing.tsx`;
  const start = `${root}/src/app/start-app.tsx`;
  const layout = `${root}/src/app/layout/app-layout.tsx`;
  let closures: Map<string, Set<string>> | undefined;
  const name = (id: string, modules: Modules) => {
    if (inPackage(id) !== undefined) return chunkOfPackage(id);
    closures ??= closuresFrom([main, landing], modules);
    const users = [...closures].filter(([, closure]) => closure.has(id)).map(([user]) => user);
    const isShared = users.length > 1;
    // The stylesheet of the document has all styles but those of single pages.
    if (id.endsWith('.css') && (isShared || users.some((user) => [start, layout].includes(user))))
      return 'start';
    if (!isShared) return null;
    if (users.includes(main)) return 'start';
    if (users.includes(landing)) return 'react';
    const isForGuests = users.some((user) => user === start || GUEST_PAGE.test(user));
    const packages = [...closureOf(id, modules)].map(chunkOfPackage);
    if (LATE.some((chunk) => packages.includes(chunk))) return isForGuests ? 'forms' : null;
    return isForGuests ? 'app' : 'layout';
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
          .map(({ fileName }) => preload(fileName)),
    },
  };
}
