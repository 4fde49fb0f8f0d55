import { once } from 'node:events';
import { createServer } from 'node:net';
import { assertFree, availablePort } from './ports.ts';

describe('a port', () => {
  test('that somebody listens on is refused with the setting that changes it', async () => {
    const port = await availablePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const wanted = [{ port, what: 'app', variable: 'APP_PORT' }];
    await expect(assertFree(wanted)).rejects.toThrow(
      `Port ${port} (app) is already taken. End the program that uses it, or choose another port: APP_PORT=`,
    );
    server.close();
  });
});
