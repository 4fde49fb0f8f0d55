// The slow tests of the transport (`npm run test:slow -w libs/transport`), and its quick ones without other stores.
import root from '../../jest.config.mjs';

const integration = root.projects.find(({ displayName }) => displayName === 'integration');
const testMatch =
  process.env.TRANSPORT_TESTS === 'quick' ? '**/*.int-spec.ts' : '**/*.slow-spec.ts';

export default {
  ...integration,
  displayName: 'transport',
  rootDir: '../..',
  roots: ['<rootDir>/libs/transport'],
  testMatch: [testMatch],
  globalSetup: undefined,
  globalTeardown: undefined,
};
