// Cases that start, break and end stacks of their own. jest takes `testTimeout` from no project.
import { jest } from '@jest/globals';

jest.setTimeout(120_000);
