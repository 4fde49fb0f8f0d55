// Ends the processes that a killed runner leaves behind: `orphan-reaper.ts <data folder> <runner>` beside the runner, whose
// end closes the channel between them.
import { once } from 'node:events';

import { endLeftovers, readStackFile } from './lock.ts';

const [dataDir = '', runner] = process.argv.slice(2);
if (process.connected) await once(process, 'disconnect');
const content = readStackFile(dataDir);
// Otherwise another runner has taken the data folder over.
if (content?.runner.pid === Number(runner)) await endLeftovers(content);
