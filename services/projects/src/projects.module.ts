import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule, type ServiceSettings } from '@studiolo/service-kit';

import { ListHandlers } from './listing/list.handlers.js';
import { migrations } from './migrations/migrations.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectHandlers } from './project.handlers.js';

export const database = { entities: [ProjectEntity], migrations };

@Module({})
export class ProjectsModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    return {
      module: ProjectsModule,
      imports: [ServiceModule.forRoot({ name: 'projects', settings, database })],
      controllers: [ListHandlers, ProjectHandlers],
    };
  }
}
