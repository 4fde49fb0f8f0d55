import { type ServiceSettings } from '@studiolo/service-kit';
import { defineService } from '@studiolo/service-kit/database';

import { ListHandlers } from './listing/list.handlers.js';
import { migrations } from './migrations/migrations.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectHandlers } from './project.handlers.js';

export const database = { entities: [ProjectEntity], migrations };

export const projectsService = (settings: ServiceSettings) =>
  defineService({
    name: 'projects',
    ...{ settings, database },
    controllers: [ListHandlers, ProjectHandlers],
  });
