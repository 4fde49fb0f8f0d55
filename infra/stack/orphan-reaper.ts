// Ends what a killed runner leaves behind. The runner tells it every process it starts; when the line to
// the runner breaks, whoever is still on the list is asked to end and, 8 seconds later, ended.
import { setTimeout as delay } from 'node:timers/promises';

/** What the runner reports: a process that started or one that is gone. */
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
    // Each is the leader of a group: take what it started as well.
    for (const pid of alive.keys()) if (!send(-pid, 'SIGKILL')) send(pid, 'SIGKILL');
    process.exit();
  })();
});
