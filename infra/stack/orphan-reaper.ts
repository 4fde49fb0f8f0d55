// Ends the processes that a killed runner leaves behind. The runner reports every process it starts; when the channel
// to the runner closes, the processes still running are asked to end and killed 8 seconds later.
import { setTimeout as delay } from 'node:timers/promises';

/** The runner's report: a process has started or ended. */
export type Report = { started: number; signal: NodeJS.Signals } | { ended: number };

const GRACE_MS = 8_000;
const alive = new Map<number, NodeJS.Signals>();

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
};

process.on('message', (report: Report) => {
  if ('started' in report) alive.set(report.started, report.signal);
  else alive.delete(report.ended);
});

process.on('disconnect', () => {
  void (async () => {
    for (const [pid, signal] of alive) send(pid, signal);
    for (
      let waited = 0;
      waited < GRACE_MS && [...alive.keys()].some((pid) => send(pid, 0));
      waited += 100
    ) {
      await delay(100);
    }
    // Each leads a process group: also kills the processes that it started.
    for (const pid of alive.keys()) if (!send(-pid, 'SIGKILL')) send(pid, 'SIGKILL');
    process.exit();
  })();
});
