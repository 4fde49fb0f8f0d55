// The addresses on which processes listen, as Linux lists them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';
const LOOPBACK = new Set(['0100007F', '00000000000000000000000001000000']);

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

/** The ports on which a process listens, and whether only this machine can reach them. */
export function listenersOf(pid: number): { port: number; isLocal: boolean }[] {
  const sockets = new Set(socketsOf(pid));
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/${pid}/net/${family}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(inode ?? ''))
      .map(([, local = '']) => local.split(':'))
      .map(([address = '', port = '']) => ({
        port: Number.parseInt(port, 16),
        isLocal: LOOPBACK.has(address),
      })),
  );
}
