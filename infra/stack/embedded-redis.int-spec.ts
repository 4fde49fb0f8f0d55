import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { isOpen, otherAddresses } from '../test/network.ts';
import { Sandbox } from '../test/sandbox.ts';
import { availablePort } from './ports.ts';
import { redisAnswers } from './readiness.ts';

const sandbox = duringTests(() => new Sandbox());
let port: number;

beforeAll(async () => {
  port = await availablePort();
  const args = [join(import.meta.dirname, 'embedded-redis.ts'), String(port)];
  await sandbox().run('redis', { file: process.execPath, args }, () => redisAnswers(port));
});

describe('the embedded Redis', () => {
  test('answers successive commands without waiting for TCP acknowledgements', async () => {
    const client = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(client, 'connect');
    let bytes = 0;
    client.on('data', (answer: Buffer) => (bytes += answer.length));
    const rounds = 10;
    // Linux delays an acknowledgement by up to 40 ms. A server that waits for it takes that long in every round.
    await eventually(async () => {
      const began = performance.now();
      for (let round = 0; round < rounds; round++) {
        const expected = bytes + 8 * '+PONG\r\n'.length;
        for (let call = 0; call < 8; call++) {
          client.write('PING\r\n');
          await nextTurn();
        }
        while (bytes < expected) await nextTurn();
      }
      expect(performance.now() - began).toBeLessThan((rounds * 40) / 2);
    });
    client.destroy();
  });

  test('refuses connections to addresses that other machines can reach', async () => {
    const hosts = ['::1', ...otherAddresses];
    expect(await Promise.all(hosts.map((host) => isOpen(host, port)))).not.toContain(true);
  });
});
