import type { INestMicroservice } from '@nestjs/common';
import { projectMessages as messages, type RequestOf, userDeleted } from '@studiolo/contracts';
import {
  AppError,
  type CallOptions,
  createService,
  loadEnv,
  MessageBus,
  serviceSettings,
} from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsModule } from '../../src/projects.module.js';

type ProjectInput = Partial<RequestOf<typeof messages.createProject>['fields']>;

/** A Redis database apart from other services' tests; all test files of this one act as its replicas. */
const REDIS_DATABASE = 1;

/** The code of the error that a call ends with; `no refusal` when it succeeds. */
export function codeOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => 'no refusal',
    (error: unknown) => (AppError.is(error) ? error.code : error),
  );
}

/** The whole service, running on the stores of the test run. */
export class ProjectsService {
  private app!: INestMicroservice;
  private readonly redisUrl = `${process.env.REDIS_URL}/${REDIS_DATABASE}`;

  /** Starts before the first test of the file and closes after the last. */
  static forThisFile(): ProjectsService {
    const service = new ProjectsService();
    beforeAll(() => service.start());
    afterAll(() => service.close());
    return service;
  }

  async start(): Promise<void> {
    const settings = loadEnv(serviceSettings, {
      LOG_LEVEL: 'fatal',
      DATABASE_URL: process.env.TEST_PROJECTS_DATABASE_URL,
      REDIS_URL: this.redisUrl,
      TRANSPORT_SIGNING_KEY: 'the key of the projects service tests',
    });
    const module = ProjectsModule.forRoot(settings);
    this.app = await createService({ name: 'projects', settings, module });
    await this.app.listen();
  }

  get bus(): MessageBus {
    return this.app.get(MessageBus);
  }

  get redis(): Redis {
    return this.app.get(Redis);
  }

  get dataSource(): DataSource {
    return this.app.get(DataSource);
  }

  async create(userId: string, fields: ProjectInput = {}, options?: CallOptions) {
    const request = { userId, fields: { title: 'Wedding', client: 'Anna', ...fields } };
    const { project } = await this.bus.call(messages.createProject, request, options);
    return project;
  }

  get(userId: string, projectId: string) {
    return this.bus.call(messages.getProject, { userId, projectId });
  }

  list(
    userId: string,
    page: { search?: string; status?: string; limit?: number; cursor?: string } = {},
  ) {
    return this.bus.call(messages.listProjects, { userId, page });
  }

  /** Publishes the event that auth publishes when an account is deleted, to this service. */
  deleteUser(userId: string, messageId = uuidv7()): Promise<void> {
    return this.bus.announce(userDeleted, { userId }, messageId);
  }

  /** Payloads of the events published for storage that contain the given text. */
  async eventsForStorage(text: string): Promise<unknown[]> {
    const redis = new Redis(this.redisUrl);
    try {
      const entries = await redis.xrange('studiolo:storage:events', '-', '+');
      const payloads = entries.map(([, fields]) => fields[fields.indexOf('d') + 1] ?? '');
      return payloads
        .filter((json) => json.includes(text))
        .map((json) => JSON.parse(json) as unknown);
    } finally {
      redis.disconnect();
    }
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
