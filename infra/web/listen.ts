import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** What a system without IPv6 answers when an address of it is opened. */
const WITHOUT_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Nobody sends these servers more than the head of a request. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * Serves HTTP on an address of this machine. `localhost` stands for 127.0.0.1 and ::1, since programs differ in which of
 * them they try; a system may lack the second.
 */
export async function listen(handler: RequestListener, port: number, host: string): Promise<void> {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (const address of addresses) {
    try {
      await once(createServer(LIMITS, handler).listen(port, address), 'listening');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (address !== '::1' || host === '::1' || !WITHOUT_IPV6.has(code)) throw error;
    }
  }
}
