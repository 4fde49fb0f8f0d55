// The one transport on Redis Streams in the npm registry that has a client as well. Its options are those of its page:
// one consumer group, a consumer for each process, a stream for the answers, acknowledged entries kept.
import { RedisStreamClient, RedisStreamServer } from '@de-novo/nestjs-redis-streams';
import { map } from 'rxjs';

const ANSWERS = 'conformance.answers';

const options = (redisUrl) => ({
  connection: { path: redisUrl },
  streams: { consumerGroup: 'conformance', consumer: `${process.pid}`, block: 1_000 },
});

/** Its handlers say to which stream their answer goes, so the result of the kit's handlers is wrapped. */
class Server extends RedisStreamServer {
  addHandler(pattern, handler, ...rest) {
    const wrapped = async (data, context) => {
      const answer = (value) => ({
        payload: { value, headers: context.getMessageHeaders() },
        stream: ANSWERS,
      });
      const result = this.transformToObservable(await handler(data, context));
      return result.pipe(map((value) => value === undefined || answer(value)));
    };
    super.addHandler(pattern, wrapped, ...rest);
  }
}

/** Its data are in `value`. Its own `emit` waits for an answer; this one until the event is stored. */
class Client extends RedisStreamClient {
  send(pattern, data) {
    return super.send(pattern, { value: data });
  }

  dispatchEvent({ pattern, data }) {
    return this.publishStream({ pattern, data: { value: data } });
  }
}

export const serverOptions = (redisUrl) => ({ strategy: new Server(options(redisUrl)) });

export const createClient = (redisUrl) =>
  new Client({ ...options(redisUrl), responsePattern: [ANSWERS] });
