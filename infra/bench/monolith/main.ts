// What most would write instead of services: one process with Nest, Fastify and TypeORM's repositories, on the same
// contracts and the same stores. It keeps the rules of the calls it answers, sessions that can be ended included, and
// none of the guarantees that need more than one statement at a time.
import 'reflect-metadata';
import multipart from '@fastify/multipart';
import { Module, StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DEFAULT_MAX_FILE_BYTES } from '@studiolo/contracts';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import { AccountsController } from './accounts.controller.js';
import { Account, Project, Session, StoredFileEntity } from './entities.js';
import { FilesController } from './files.controller.js';
import { ProjectsController } from './projects.controller.js';
import { settings } from './settings.js';

const entities = [Account, Session, Project, StoredFileEntity];
const { endpoint, accessKey, secretKey, region } = settings.objectStore;

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: settings.databaseUrl,
      entities,
      installExtensions: false,
      uuidExtension: 'pgcrypto',
      extra: { max: 10 },
    }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [AccountsController, ProjectsController, FilesController],
  providers: [
    { provide: Redis, useFactory: () => new Redis(settings.redisUrl) },
    {
      provide: Client,
      useFactory: () =>
        new Client({
          ...{ endPoint: endpoint.hostname, port: Number(endpoint.port), useSSL: false },
          ...{ accessKey, secretKey, region },
        }),
    },
  ],
})
class MonolithModule {}

const app = await NestFactory.create<NestFastifyApplication>(MonolithModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
await app.register(multipart, { limits: { fileSize: DEFAULT_MAX_FILE_BYTES } });
app.useGlobalPipes(new StandardSchemaValidationPipe());
process.once('SIGTERM', () => process.exit(0));
await app.listen(settings.port, '127.0.0.1');
