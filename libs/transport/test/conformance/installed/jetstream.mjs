// NATS JetStream. The package has no options but those of the connection, which here is made again for as long as it
// takes; its streams are files, requests and events are acknowledged, an event is delivered three times at most.
import {
  getJetStreamTransportToken,
  JetstreamClientModule,
  JetstreamServerModule,
} from '@horizon-republic/nestjs-jetstream';
import { NestFactory } from '@nestjs/core';
import { isObservable, of } from 'rxjs';

const name = 'conformance';
const options = (server) => ({
  name,
  servers: [server],
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
});

const contextOf = (module) => NestFactory.createApplicationContext(module, { logger: false });

/** A result that is no Observable would be taken for the source of several answers. */
function answerWithObservables(strategy) {
  const addHandler = strategy.addHandler.bind(strategy);
  strategy.addHandler = (pattern, handler, ...rest) => {
    const wrapped = async (...args) => {
      const result = await handler(...args);
      return isObservable(result) ? result : of(result);
    };
    addHandler(pattern, wrapped, ...rest);
  };
}

/** An application that imports the module destroys its providers before it closes the strategy. */
function closeWith(context, strategy) {
  const close = strategy.close.bind(strategy);
  strategy.close = () => context.close().then(close);
}

export async function serverOptions(server) {
  const context = await contextOf(JetstreamServerModule.forRoot(options(server)));
  const { strategy } = context.get(getJetStreamTransportToken(name));
  answerWithObservables(strategy);
  closeWith(context, strategy);
  return { strategy };
}

export async function createClient(server) {
  const context = await contextOf(JetstreamClientModule.forFeature(options(server)));
  const client = context.get(name);
  const dispatch = client.dispatchEvent.bind(client);
  // Its own `emit` does not wait for the server.
  client.dispatchEvent = (packet) => dispatch(packet).then(() => client.unwrap().flush());
  return client;
}
