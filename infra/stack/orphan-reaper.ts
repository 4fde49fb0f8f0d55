// Ends the processes that a killed runner leaves behind: `orphan-reaper.ts <data folder> <runner>`. The runner's end is the
// end of its input.
import { once } from 'node:events';

import { endLeftovers, readStackFile } from './lock.ts';

const [dataDir = '', runner] = process.argv.slice(2);
await once(process.stdin.resume(), 'end');
const content = readStackFile(dataDir);
// Otherwise another runner has taken the data folder over.
if (content?.runner.pid === Number(runner)) await endLeftovers(content);
