import { projectMessages as messages, type RequestOf, userDeleted } from '@studiolo/contracts';
import { type CallOptions, loadEnv, serviceSettings } from '@studiolo/service-kit';
import { freshStores, ServiceUnderTest } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { projectsService } from '../../src/service.js';

type ProjectInput = Partial<RequestOf<typeof messages.create>['fields']>;

/** The whole service, on empty stores. */
export class ProjectsService extends ServiceUnderTest {
  async start(): Promise<void> {
    const settings = loadEnv(serviceSettings, await freshStores('projects'));
    await this.run(projectsService(settings));
  }

  async create(userId: string, fields: ProjectInput = {}, options?: CallOptions) {
    const request = { userId, fields: { title: 'Wedding', client: 'Anna', ...fields } };
    const { project } = await this.call(messages.create, request, options);
    return project;
  }

  read(userId: string, projectId: string) {
    return this.call(messages.get, { userId, projectId });
  }

  list(userId: string, page: Partial<z.input<typeof messages.list.request>['page']> = {}) {
    return this.call(messages.list, { userId, page: { limit: 100, ...page } });
  }

  /** Publishes the event that auth publishes when an account is deleted, to this service. */
  deleteUser(userId: string, messageId = uuidv7()): Promise<void> {
    return this.bus.announce(userDeleted, { userId }, messageId);
  }

  /** Payloads of the events published for storage that contain the given text. */
  async eventsForStorage(text: string): Promise<unknown[]> {
    const entries = await this.redis.xrange('studiolo:storage:events', '-', '+');
    const payloads = entries.map(([, fields]) => fields[fields.indexOf('d') + 1] ?? '');
    return payloads
      .filter((json) => json.includes(text))
      .map((json) => JSON.parse(json) as unknown);
  }
}
