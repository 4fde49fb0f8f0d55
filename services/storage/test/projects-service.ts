import { Controller, type DynamicModule } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, KitModule } from '@studiolo/service-kit';

import type { StorageSettings } from '../src/storage.settings.js';

type Message = typeof projectMessages.get;

/**
 * Answers `projects.get` over the real transport, as the projects service does.
 * @param owners of the existing projects, by project id
 */
export function projectsServiceModule(
  settings: StorageSettings,
  owners: ReadonlyMap<string, string>,
): DynamicModule {
  @Controller()
  class ProjectsController {
    @HandleMessage(projectMessages.get)
    getProject({ userId, projectId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
      if (owners.get(projectId) !== userId) throw new AppError('PROJECT_NOT_FOUND');
      const now = new Date().toISOString();
      const project = {
        ...{ id: projectId, title: 'A wedding', client: 'Anna', contact: null },
        ...{ status: 'todo' as const, description: null, created_at: now, updated_at: now },
      };
      return Promise.resolve({ project, revision: 'known' });
    }
  }
  return { ...KitModule.forRoot(settings), controllers: [ProjectsController] };
}
