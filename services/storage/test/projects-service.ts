import { Controller, type DynamicModule, Inject, Module } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, KitModule } from '@studiolo/service-kit';

import type { StorageSettings } from '../src/storage.settings.js';

/** The existing projects: owner by project id. */
export class KnownProjects extends Map<string, string> {}

type Message = typeof projectMessages.getProject;

@Controller()
class ProjectsController {
  @Inject() private readonly projects!: KnownProjects;

  @HandleMessage(projectMessages.getProject)
  getProject({ userId, projectId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    if (this.projects.get(projectId) !== userId) throw new AppError('PROJECT_NOT_FOUND');
    const now = new Date().toISOString();
    const project = {
      id: projectId,
      title: 'A wedding',
      client: 'Anna',
      contact: null,
      status: 'todo' as const,
      description: null,
      created_at: now,
      updated_at: now,
    };
    return Promise.resolve({ project, revision: 'known' });
  }
}

/** Answers `projects.get` over the real transport, as the projects service does. */
@Module({})
export class ProjectsServiceModule {
  static forRoot(settings: StorageSettings, projects: KnownProjects): DynamicModule {
    return {
      module: ProjectsServiceModule,
      imports: [KitModule.forRoot(settings)],
      controllers: [ProjectsController],
      providers: [{ provide: KnownProjects, useValue: projects }],
    };
  }
}
