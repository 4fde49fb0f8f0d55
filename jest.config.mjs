// One runner for every tier; a tier is told by a file's name (docs/architecture.md, "Tests").
import { readFileSync } from 'node:fs';

/** The settings by which the build compiles the servers. */
const { jsc, module } = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
const swc = (own) => [
  '@swc/jest',
  { swcrc: false, sourceMaps: 'inline', module, jsc: { ...jsc, ...own } },
];

const base = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Sources import each other as Node will see them after the build (`./x.js`).
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.nx/'],
};

const node = {
  ...base,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['workspace-source', 'node', 'node-addons'] },
  transform: { '^.+\\.ts$': swc() },
};

const serverRoots = ['libs', 'services', 'gateway', 'infra', 'tests', 'bench'].map(
  (folder) => `<rootDir>/${folder}`,
);

export default {
  // Real servers under load answer late; what hangs still ends.
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/tests/numbered-cases.mjs'],
  projects: [
    {
      ...node,
      displayName: 'unit',
      roots: serverRoots,
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/frontend/'],
    },
    {
      ...base,
      displayName: 'frontend',
      roots: ['<rootDir>/frontend'],
      testMatch: ['<rootDir>/frontend/{src,scripts}/**/*.spec.{ts,tsx}'],
      testEnvironment: 'jest-fixed-jsdom',
      testEnvironmentOptions: { customExportConditions: ['workspace-source', 'browser'] },
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '\\.(css|svg|png|webp|woff2)$': '<rootDir>/frontend/src/test/asset-stub.ts',
      },
      setupFilesAfterEnv: ['<rootDir>/frontend/src/test/setup.ts'],
      transform: {
        '^.+\\.tsx?$': swc({
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        }),
      },
    },
    {
      ...node,
      displayName: 'integration',
      roots: serverRoots,
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/tests/setup/stores.setup.ts',
      setupFiles: ['<rootDir>/tests/setup/own-stores.ts'],
      globalTeardown: '<rootDir>/tests/setup/teardown.ts',
    },
    {
      ...node,
      displayName: 'e2e',
      roots: ['<rootDir>/tests/e2e'],
      testMatch: ['**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/tests/setup/stack.setup.ts',
      globalTeardown: '<rootDir>/tests/setup/teardown.ts',
    },
    // Cases that start, break and end stacks of their own, each by its name: `npm test -- resilience`.
    ...['resilience', 'security', 'compose'].map((name) => ({
      ...node,
      displayName: name,
      roots: [`<rootDir>/tests/${name}`],
      testMatch: ['**/*.e2e-spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/setup/long-cases.ts'],
    })),
  ],
};
