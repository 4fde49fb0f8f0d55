// Cases that start, break and end stacks of their own. Jest ignores the `testTimeout` of a project.
import { jest } from '@jest/globals';

jest.setTimeout(120_000);
