// Parse Server as its guide says, with what makes it faster: sessions stay in its cache for a minute, and it logs errors
// alone. Environment: PORT, DATABASE_URL, FILES_FOLDER. Installed and started by ../../subjects/parse.ts.
import { createRequire } from 'node:module';
import { ParseServer } from 'parse-server';

// Comes with Parse Server; here it is the same one.
const express = createRequire(import.meta.resolve('parse-server'))('express');

const { PORT, DATABASE_URL, FILES_FOLDER, MASTER_KEY } = process.env;
const server = new ParseServer({
  appId: 'bench',
  masterKey: MASTER_KEY,
  databaseURI: DATABASE_URL,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  cacheTTL: 60_000,
  silent: true,
  logLevel: 'error',
  logsFolder: null,
  allowClientClassCreation: false,
  filesAdapter: {
    module: '@parse/fs-files-adapter',
    options: { filesSubDirectory: FILES_FOLDER },
  },
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
