import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sessionCacheKey } from '@studiolo/contracts';
import { loadEnv } from '@studiolo/service-kit';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { Redis } from 'ioredis';
import { SignJWT } from 'jose';

import { createGateway } from '../../src/create-gateway.js';
import { listen } from '../../src/listen.js';
import { gatewaySettings } from '../../src/settings.js';
import { FakeServices } from './fake-services.js';

const SIGNING_KEY = 'the key of the tests of the gateway';
const keys = generateKeyPairSync('ed25519');

export type SignedIn = Awaited<ReturnType<TestGateway['signIn']>>;

/** The real gateway on a free port with the real Redis and replaced services. */
export class TestGateway {
  app!: NestFastifyApplication;
  url!: string;
  services!: FakeServices;
  redis!: Redis;

  constructor(private readonly settings: Record<string, string>) {}

  async start(): Promise<void> {
    const redisUrl = environment('REDIS_URL');
    this.redis = new Redis(redisUrl);
    await this.redis.flushall();
    this.services = new FakeServices(redisUrl, SIGNING_KEY);
    this.app = await start(this.settings);
    this.url = await addressOf(this.app);
  }

  /** Starts another replica with the same stores and services. */
  async replica(settings: Record<string, string> = {}) {
    const app = await start({ ...this.settings, ...settings });
    const close = () => app.close();
    const url = await addressOf(app);
    return { url, redis: app.get(Redis), close, [Symbol.asyncDispose]: close };
  }

  get<Provider>(type: Type<Provider>): Provider {
    return this.app.get(type);
  }

  /** Creates an active session, of a new user by default, and the API as its user calls it. */
  async signIn(userId: string = randomUUID()) {
    const sessionId = randomUUID();
    await this.redis.set(sessionCacheKey(sessionId), userId);
    const api = new Api(await signToken({ sub: userId, sid: sessionId }), this.url);
    return Object.assign(api, { userId, sessionId });
  }

  /** A connection on which this text was sent. */
  async connect(text = '', url = this.url): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(text);
    return socket;
  }

  /** Shuts the gateway down as a signal would, and closes everything opened with it. */
  async stop(): Promise<void> {
    await this.app.close();
    await this.services.stop();
    this.redis.disconnect();
  }
}

/** A gateway for the tests of a file; before each of them, its services forget all answers and messages. */
export function testGateway(settings: Record<string, string> = {}): TestGateway {
  const gateway = new TestGateway(settings);
  beforeAll(() => gateway.start());
  beforeEach(() => gateway.services.reset());
  afterAll(() => gateway.stop());
  return gateway;
}

/** A token as auth signs it, with the claims that a test gives or changes. */
export function signToken(claims: object, key: KeyObject = keys.privateKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: 'studiolo', aud: 'studiolo-api', iat: now, exp: now + 3600 };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
}

async function start(settings: Record<string, string>): Promise<NestFastifyApplication> {
  const env = {
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    REDIS_URL: environment('REDIS_URL'),
    TRANSPORT_SIGNING_KEY: SIGNING_KEY,
    APP_URL: 'http://app.test',
    JWT_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...settings,
  };
  const read = loadEnv(gatewaySettings, { PORT: '0', HOST: '127.0.0.1', ...env });
  const app = await createGateway(read);
  await listen(app, read);
  return app;
}

async function addressOf(app: NestFastifyApplication): Promise<string> {
  return (await app.getUrl()).replace('localhost', '127.0.0.1');
}
