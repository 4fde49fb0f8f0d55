// Module cycles and what ESLint cannot say of single files. Who may import whom across projects stands in
// eslint.config.mjs; knip finds files that nobody imports, and imports that lead nowhere.
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
      name: 'tracing-on-demand',
      comment:
        'Without a collector nothing of the SDK may be loaded: it costs 24 MB and its timers.',
      severity: 'error',
      from: {},
      to: { path: '^libs/service-kit/src/tracing/sdk\\.ts$', dynamic: false },
    },
    {
      name: 'no-database-in-the-gateway',
      comment: 'It has none, and TypeORM would take memory in each gateway.',
      severity: 'error',
      from: { path: '^gateway/src/' },
      to: { path: '^libs/service-kit/src/database/statement\\.ts$', reachable: true },
    },
    {
      name: 'testing-in-tests',
      comment: 'No image has this library.',
      severity: 'error',
      from: { pathNot: '(^|/)(testing|tests?|bench|e2e|demo|scripts)/|spec\\.tsx?$' },
      to: { path: '^libs/testing/' },
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
    },
  },
};
