import { once } from 'node:events';
import { createServer } from 'node:net';

import { assertFree, availablePort } from './ports.ts';

describe('a port', () => {
  test('is outside the range for outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 30 }, () => availablePort()));
    expect(Math.max(...ports)).toBeLessThan(32_768);
    expect(new Set(ports).size).toBe(ports.length);
  });

  test('in use is refused with the setting that changes it', async () => {
    const port = await availablePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await expect(assertFree(port, 'app', 'APP_PORT')).rejects.toThrow(
      `Port ${port} (app) is already taken. End the program that uses it, or choose another port: APP_PORT=`,
    );
    server.close();
  });
});
