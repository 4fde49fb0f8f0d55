// Module cycles and files nobody imports. Who may import whom across projects stands in eslint.config.mjs.
const entry = [
  '/src/(main|landing)\\.tsx?$',
  '/src/index\\.ts$',
  '\\.(spec|int-spec|e2e-spec|slow-spec)\\.tsx?$',
  '/test/.+\\.(tsx?|mjs)$',
  '\\.config\\.(ts|mjs|cjs)$',
  '\\.d\\.ts$',
  '^infra/[^/]+/[^/]+\\.(ts|mjs)$',
  '^infra/bootstrap\\.mjs$',
  '^bench/src/(run|floor-server)\\.ts$',
  '^tests/(setup|compose|soak)/[^/]+\\.(ts|mjs)$',
  // Run as processes of their own.
  '^libs/testing/src/embedded-redis\\.mjs$',
  // Preloaded by Node's --import.
  '^tests/soak/shifted-clock\\.ts$',
  '^frontend/public/',
].join('|');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other at once are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-folder-cycles',
      comment: 'Of two folders of the gateway, a service or a library, one is below the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(gateway|(libs|services)/[^/]+)/src/' },
      to: { circular: true },
    },
    {
      name: 'features-apart',
      comment: 'What two features share stands above them; a page puts them together.',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file.',
      severity: 'error',
      from: { orphan: true, pathNot: entry },
      to: {},
    },
    {
      name: 'tracing-on-demand',
      comment:
        'Without a collector nothing of the SDK may be loaded: it costs 24 MB and its timers.',
      severity: 'error',
      from: {},
      to: { path: '^libs/service-kit/src/tracing/sdk\\.ts$', dynamic: false },
    },
    {
      name: 'testing-in-tests',
      comment: 'No image has this library.',
      severity: 'error',
      from: {
        pathNot: [
          '^libs/(testing|service-kit/testing)/',
          '^bench/',
          '/test/',
          '-?spec\\.ts$',
          '/bench/',
          '^infra/demo/',
          '^tests/',
          '^frontend/e2e/',
        ],
      },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-unresolved',
      comment: 'The imported file or package is not there.',
      severity: 'error',
      from: { pathNot: '\\.css$' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|helm|docker|reports)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['workspace-source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
