// Publishes the built pages: `publish.ts <from> <to>`. A program of its own, because compressing takes memory that
// `npm start` would keep.
import { publishPages } from './publish-pages.ts';

const [from = '', to = ''] = process.argv.slice(2);
await publishPages(from, to);
