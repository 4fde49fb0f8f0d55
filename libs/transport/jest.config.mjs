// The slow tests of the transport: `npm run test:slow -w libs/transport`.
import root from '../../jest.config.mjs';

const integration = root.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  displayName: 'transport',
  rootDir: '../..',
  roots: ['<rootDir>/libs/transport'],
  testMatch: ['**/*.slow-spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
