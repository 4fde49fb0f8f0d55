// The embedded Redis in a process of its own: `node embedded-redis.ts <port>`. It has no password, and its package's own
// way to start it listens on all addresses and leaves Nagle's algorithm on, with which a small reply waits up to 40 ms
// until the client has acknowledged the previous one. So its parts are put together here.
import { once } from 'node:events';

import {
  createRedisCommandExecutor,
  RedisServerState,
  resolveCompatibilityProfile,
  Resp2Server,
} from 'js-redis-server/core';

const port = Number(process.argv[2]);
const compatibility = resolveCompatibilityProfile();
const { server } = new Resp2Server({
  server: new RedisServerState({ databaseCount: 1, compatibility }),
  executor: createRedisCommandExecutor({ compatibility }),
});
server.on('connection', (socket) => socket.setNoDelay(true));
await once(server.listen(port, '127.0.0.1'), 'listening');
console.log(`Embedded Redis on 127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit(0));
