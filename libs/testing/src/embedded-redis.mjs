// An embedded Redis in a process of its own: `node embedded-redis.mjs <port>`.
import { createRedisMock } from 'js-redis-server';

await createRedisMock({ port: Number(process.argv[2]) });
