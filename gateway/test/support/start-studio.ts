import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { authService } from '@studiolo/auth/service';
import { authSettings } from '@studiolo/auth/settings';
import { authMessages, healthMessage, type ServiceName } from '@studiolo/contracts';
import { projectsService } from '@studiolo/projects/service';
import { type createService, loadEnv, serviceSettings } from '@studiolo/service-kit';
import {
  emptySchema,
  freshStores,
  ServiceUnderTest,
} from '@studiolo/service-kit/testing/service-under-test';
import { storageService } from '@studiolo/storage/service';
import { storageSettings } from '@studiolo/storage/settings';
import { freshEmail, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { newBucket } from '@studiolo/testing/new-bucket';
import { Redis } from 'ioredis';
import { decodeJwt, SignJWT } from 'jose';

import { createGateway } from '../../src/create-gateway.js';
import { listen } from '../../src/listen.js';
import { gatewaySettings } from '../../src/settings.js';
import { InjectedAnswers } from './injected-answers.js';

type Variables = Record<string, string>;

const keys = generateKeyPairSync('ed25519');
const pem = {
  public: { type: 'spki', format: 'pem' },
  private: { type: 'pkcs8', format: 'pem' },
} as const;

const OF_AUTH = {
  JWT_PRIVATE_KEY: keys.privateKey.export(pem.private).toString(),
  MAIL_TOKEN_KEY: randomUUID(),
  MAIL_FROM: 'Studiolo <hello@studiolo.test>',
  EMAIL_VERIFICATION: 'off',
};
const OF_GATEWAY = {
  JWT_PUBLIC_KEY: keys.publicKey.export(pem.public).toString(),
  PORT: '0',
  HOST: '127.0.0.1',
};

/** A session of an account, and the API as its owner calls it. */
export type SignedIn = Awaited<ReturnType<Studio['signIn']>>;

/** One of the services, which answers what a test does not. */
class Service extends ServiceUnderTest {
  constructor(
    private readonly service: Parameters<typeof createService>[0],
    private readonly answers: InjectedAnswers,
  ) {
    super();
  }

  async start(): Promise<void> {
    await this.run(this.service, (app) => app.useGlobalInterceptors(this.answers));
    // Asked by a message, which waits until the service takes messages: a report made before that would be shared for a
    // second.
    await eventually(async () =>
      expect(await this.call(healthMessage(this.service.name), {})).toMatchObject({
        healthy: true,
      }),
    );
  }
}

/** Gateway and services in this process, on emptied stores. */
export class Studio {
  readonly redis = new Redis(environment('REDIS_URL'));

  constructor(
    readonly url: string,
    private readonly gateway: NestFastifyApplication,
    readonly services: Record<ServiceName, ServiceUnderTest>,
    /** What the services are asked, and what a test lets them answer. */
    readonly answers: InjectedAnswers,
    /** Where the storage service keeps its objects. */
    readonly bucket: string,
    private readonly variables: Variables,
  ) {}

  /** A studio for the tests of a file; before each of them, its services answer by themselves again. */
  static duringTests(variables: () => Variables = () => ({})): () => Studio {
    const studio = duringTests(() => startStudio(variables()));
    beforeEach(() => studio().answers.reset());
    return studio;
  }

  /** Another gateway beside the first one. */
  async replica(variables: Variables = {}) {
    const app = await startGateway({ ...this.variables, ...variables });
    return {
      url: await addressOf(app),
      redis: app.get(Redis),
      close: () => app.close(),
      [Symbol.asyncDispose]: () => closeWithoutClients(app),
    };
  }

  /** A provider of the gateway. */
  get<Provider>(type: Type<Provider>): Provider {
    return this.gateway.get(type);
  }

  get server(): Server {
    return this.gateway.getHttpServer();
  }

  /** A session of a new account, or one more of an account, and the API as its owner calls it. */
  async signIn(account?: { email: string }) {
    const { auth } = this.services;
    const { email } = account ?? { email: freshEmail() };
    const credentials = { email, password: PASSWORD };
    const entered = account
      ? await auth.call(authMessages.login, credentials)
      : await auth.call(authMessages.signup, { ...credentials, name: 'Iris' });
    if (!('token' in entered)) throw new Error('The sign-up waits for its mail');
    const { token, user } = entered;
    const sessionId = String(decodeJwt(token).sid);
    return Object.assign(new Api(token, this.url), { email, userId: user.id, sessionId });
  }

  /** A connection on which this text was sent. */
  async connect(text = '', url = this.url): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(text);
    return socket;
  }

  /** Shuts the gateway down, and then the services. */
  async [Symbol.asyncDispose](): Promise<void> {
    await closeWithoutClients(this.gateway);
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    this.redis.disconnect();
  }
}

async function startStudio(own: Variables): Promise<Studio> {
  const common = { ...(await freshStores('auth')), APP_URL: 'http://app.test', ...own };
  const ofAuth = { ...common, ...OF_AUTH, SMTP_URL: environment('SMTP_URL') };
  const ofProjects = { ...common, DATABASE_URL: await emptySchema('projects') };
  const bucket = newBucket();
  const ofStorage = { ...common, DATABASE_URL: await emptySchema('storage'), ...bucket, ...own };
  const answers = new InjectedAnswers();
  const services = {
    auth: new Service(authService(loadEnv(authSettings, ofAuth)), answers),
    projects: new Service(projectsService(loadEnv(serviceSettings, ofProjects)), answers),
    storage: new Service(storageService(loadEnv(storageSettings, ofStorage)), answers),
  };
  await Promise.all(Object.values(services).map((service) => service.start()));
  const variables = { ...common, ...OF_GATEWAY };
  const gateway = await startGateway(variables);
  const url = await addressOf(gateway);
  return new Studio(url, gateway, services, answers, bucket.S3_BUCKET, variables);
}

async function startGateway(variables: Variables): Promise<NestFastifyApplication> {
  const settings = loadEnv(gatewaySettings, variables);
  const app = await createGateway(settings);
  await listen(app, settings);
  return app;
}

/** Shuts a gateway down that would wait a second for further requests on the connections that the tests have left open. */
function closeWithoutClients(app: NestFastifyApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  server.closeAllConnections();
  return app.close();
}

async function addressOf(app: NestFastifyApplication): Promise<string> {
  return (await app.getUrl()).replace('localhost', '127.0.0.1');
}

/** A token as auth signs it, with the claims that a test gives or changes. */
export function signToken(claims: object, key: KeyObject = keys.privateKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: 'studiolo', aud: 'studiolo-api', iat: now, exp: now + 3600 };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
}
