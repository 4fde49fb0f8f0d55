import getPort from 'get-port';

/** A free port on the loopback interface: the preferred one if nobody listens there, else any. */
export function availablePort(preferred?: number): Promise<number> {
  return getPort({
    host: '127.0.0.1',
    reserve: true,
    ...(preferred === undefined ? {} : { port: preferred }),
  });
}
