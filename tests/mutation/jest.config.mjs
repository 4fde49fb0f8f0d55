// One project of jest.config.mjs with the specs of one module, as Stryker wants it.
import config from '../../jest.config.mjs';

const { MUTATED_PROJECT: name, MUTATED_SPECS: specs = '' } = process.env;
const project = config.projects.find(({ displayName }) => displayName === name);

export default {
  ...project,
  rootDir: process.cwd(),
  roots: ['<rootDir>'],
  testMatch: specs.split(' ').map((spec) => `<rootDir>/${spec}`),
  // When a change makes a test wait for ever, that test fails by its name, and the others run.
  testTimeout: 3_000,
};
