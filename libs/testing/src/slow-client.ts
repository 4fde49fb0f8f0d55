// Clients that keep a connection open and send hardly anything.
import { connect, type Socket } from 'node:net';

const BYTE_EVERY_MS = 1_000;

/** A connection, and how long it was open when the other side closed it. */
export interface Watched {
  socket: Socket;
  closedAfterMs: Promise<number>;
}

/** Connects, sends `head` and then nothing. */
export function sendOnly(port: number, head = ''): Watched {
  const began = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = Promise.withResolvers<number>();
  socket.once('close', () => closed.resolve(performance.now() - began));
  // What the server says before it closes does not matter here, but has to be read.
  socket.on('error', () => undefined).resume();
  if (head !== '') socket.write(head);
  return { socket, closedAfterMs: closed.promise };
}

/** Sends `head`, and then a text a byte at a time, over and over, until the connection is closed. */
export function trickle(port: number, head: string, rest: string): Watched {
  const watched = sendOnly(port, head);
  const { socket } = watched;
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(rest[sent % rest.length] ?? ' ');
    sent += 1;
  }, BYTE_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
  return watched;
}

/** One client of each kind: silent from the start, and a byte at a time of headers, of a body, of a body of a GET. */
export function slowClients(port: number): Watched[] {
  const head = (method: string) =>
    `${method} / HTTP/1.1\r\nhost: a\r\ncontent-length: 90000\r\n\r\n`;
  return [
    sendOnly(port),
    trickle(port, 'GET / HTTP/1.1\r\n', 'x-slow: yes\r\n'),
    trickle(port, head('POST'), 'a'),
    trickle(port, head('GET'), 'a'),
  ];
}
