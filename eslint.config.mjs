import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

const may = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

const boundaries = [
  // Scope: a service is an island; what two of them share is a library.
  ...['auth', 'projects', 'storage', 'gateway', 'frontend', 'infra', 'shared'].map((scope) =>
    may(`scope:${scope}`, `scope:${scope}`, 'scope:shared'),
  ),
  may('scope:tests', 'scope:tests', 'scope:infra', 'scope:shared'),
  // Type: libraries never import an application or a service.
  ...['lib', 'service', 'app', 'tool'].map((type) => may(`type:${type}`, 'type:lib')),
  may('type:test', 'type:lib', 'type:tool'),
  // Platform: the browser never imports Nest, and what both share imports zod alone.
  {
    ...may('platform:web', 'platform:web', 'platform:shared'),
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'pg', 'ioredis', 'bullmq', 'minio', 'fastify'],
  },
  {
    ...may('platform:shared', 'platform:shared'),
    allowedExternalImports: ['zod', 'zod/*', 'node:test', 'fast-check'],
  },
  may('platform:server', 'platform:server', 'platform:shared'),
];

export default tseslint.config(
  {
    ignores: ['**/dist/', '**/node_modules/', '.nx/', '.data/', '**/reports/', '**/test-results/'],
  },
  js.configs.recommended,
  {
    // Node's own modules, then packages, then the project's files.
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: { 'simple-import-sort/imports': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        // libs/testing names its own files by the package: Node runs them as they are, without a build.
        { depConstraints: boundaries, allow: [], allowCircularSelfDependency: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreUsingDeclarations: true },
      ],
      'max-lines': ['error', { max: 250, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true }],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
    },
  },
  {
    // The browser tests run in Node, and drive a browser.
    files: ['frontend/{e2e,scripts}/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'waitForTimeout', message: 'Wait for what a person would see instead.' },
      ],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: boundaries.filter(({ sourceTag }) => sourceTag !== 'platform:web'),
          allow: [],
        },
      ],
    },
  },
  {
    // The gateway is tested with the services behind it.
    files: ['gateway/test/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: [
            ...boundaries.filter(
              ({ sourceTag }) => sourceTag !== 'scope:gateway' && sourceTag !== 'type:app',
            ),
            may('type:app', 'type:lib', 'type:service'),
          ],
          allow: [],
        },
      ],
    },
  },
  {
    // The API of OpenTelemetry is empty without its SDK, which is loaded for those who want traces.
    files: ['gateway/**/*.ts', 'services/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/service-kit/src/tracing/{sdk,textless-errors}{,.spec}.ts', 'libs/*/test/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^@opentelemetry/(?!api$)', message: 'Only what tracing/sdk.ts loads may.' },
          ],
        },
      ],
    },
  },
  {
    // What ships meets text from outside: an expression that takes more than linear time over it can be made
    // to stop the process. "potential" also counts expressions that are harmless only as they are used today.
    files: [
      'gateway/src/**/*.ts',
      'services/*/src/**/*.ts',
      'libs/*/src/**/*.ts',
      'frontend/src/**/*.{ts,tsx}',
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignoreSticky: true, ignorePartial: false },
      ],
    },
  },
  {
    // Constructors list what a class is given; Nest injects one parameter for each.
    files: ['gateway/**/*.ts', 'services/**/*.ts', 'libs/**/*.ts'],
    rules: { 'max-params': ['error', 6] },
  },
  {
    files: [
      '**/*.{spec,int-spec,e2e-spec,slow-spec}.{ts,tsx}',
      '**/test/**/*.{ts,tsx}',
      'tests/**/*.ts',
    ],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['frontend/**/*.tsx'],
    ignores: ['**/*.spec.tsx'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y-x': jsxA11y },
    rules: {
      ...jsxA11y.configs.recommended.rules,
      // What scrolls is a region that the keyboard reaches.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: [], roles: ['region'] }],
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'LogicalExpression[operator="&&"] > MemberExpression.left[property.name=/^(length|size)$/]',
          message: 'React shows the 0 of an empty list: compare with 0.',
        },
      ],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true }],
    },
  },
  {
    files: ['frontend/src/**/*.spec.{ts,tsx}', 'frontend/src/test/**/*.{ts,tsx}'],
    extends: [testingLibrary.configs['flat/react']],
    // renderApp gives more than a view.
    rules: { 'testing-library/render-result-naming-convention': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', fetch: 'readonly' },
    },
  },
  prettier,
);
