import * as z from 'zod/mini';

import { idSchema } from './fields.js';
import { type DomainEvent, ofUser } from './message.js';

export const userDeleted = {
  name: 'user.deleted',
  payload: ofUser,
  consumers: ['projects', 'storage'],
} as const satisfies DomainEvent;

export const projectDeleted = {
  name: 'project.deleted',
  payload: z.extend(ofUser, { projectId: idSchema }),
  consumers: ['storage'],
} as const satisfies DomainEvent;

export const domainEvents: readonly DomainEvent[] = [userDeleted, projectDeleted];

/** The services that consume each event, as the transport expects them. */
export const eventRoutes: Record<string, readonly string[]> = Object.fromEntries(
  domainEvents.map((event) => [event.name, event.consumers]),
);
