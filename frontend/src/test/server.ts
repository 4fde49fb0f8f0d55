import { setupServer } from 'msw/node';

/** Answers for the API in component tests; a call nobody expects fails the test. */
export const server = setupServer();
