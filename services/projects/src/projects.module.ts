import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule, type ServiceSettings } from '@studiolo/service-kit';

import { CreateProjectHandler } from './create-project/create-project.handler.js';
import { DeleteProjectHandler } from './delete-project/delete-project.handler.js';
import { GetProjectHandler } from './get-project/get-project.handler.js';
import { GetProjectTitlesHandler } from './get-project-titles/get-project-titles.handler.js';
import { ListProjectsHandler } from './list-projects/list-projects.handler.js';
import { migrations } from './migrations/migrations.js';
import { ProjectEntity } from './project.entity.js';
import { RemoveOwnerProjectsHandler } from './remove-owner-projects/remove-owner-projects.handler.js';
import { SummarizeProjectsHandler } from './summarize-projects/summarize-projects.handler.js';
import { UpdateProjectHandler } from './update-project/update-project.handler.js';

export const database = { entities: [ProjectEntity], migrations };

@Module({})
export class ProjectsModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    return {
      module: ProjectsModule,
      imports: [ServiceModule.forRoot({ name: 'projects', settings, database })],
      controllers: [
        CreateProjectHandler,
        DeleteProjectHandler,
        GetProjectHandler,
        GetProjectTitlesHandler,
        ListProjectsHandler,
        RemoveOwnerProjectsHandler,
        SummarizeProjectsHandler,
        UpdateProjectHandler,
      ],
    };
  }
}
