import type { TcpProxy } from '@studiolo/testing/tcp-proxy';

const SLOW_DOWN = 'HTTP/1.1 503 Slow Down\r\nContent-Length: 4\r\n\r\nbusy';

type Failure = (proxy: TcpProxy) => void;

export const isOverloaded: Failure = (proxy) => proxy.answerAll(SLOW_DOWN);

/** Failures of a store, each lasting until its proxy heals. */
export const STORE_FAILURES: [what: string, fail: Failure][] = [
  ['refuses connections', (proxy) => proxy.refuse()],
  ['is frozen', (proxy) => proxy.freeze()],
  ['is overloaded', isOverloaded],
];
