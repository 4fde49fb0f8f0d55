import { projectMessages as messages, type RequestOf, userDeleted } from '@studiolo/contracts';
import { type CallOptions, loadEnv, serviceSettings } from '@studiolo/service-kit';
import { partitionTables } from '@studiolo/service-kit/testing/partitions';
import { freshStores, ServiceUnderTest } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { database, projectsService } from '../../src/service.js';

type ProjectInput = Partial<RequestOf<typeof messages.create>['fields']>;

/** The whole service, on empty stores. */
export class ProjectsService extends ServiceUnderTest {
  async start(): Promise<void> {
    const settings = loadEnv(serviceSettings, await freshStores('projects'));
    await partitionTables('projects', database);
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
    return this.bus.publish(userDeleted, { userId }, messageId);
  }

  /** Payloads of the events about a project, one for each entry in storage's stream, where they are encrypted. */
  async eventsForStorage(projectId: string): Promise<unknown[]> {
    const sql = `SELECT id, payload FROM published_events WHERE payload ->> 'projectId' = $1`;
    const published = await this.sql<{ id: string; payload: unknown }>(sql, [projectId]);
    const entries = await this.redis.xrange('studiolo:{storage}:events', '-', '+');
    const ids = entries.map(([, fields]) => idIn(fields[fields.indexOf('h') + 1] ?? ''));
    return ids.flatMap((id) =>
      published.filter((event) => event.id === id).map(({ payload }) => payload),
    );
  }
}

const idIn = (header: string) => (JSON.parse(header) as { id: string }).id;
