import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { DataSource, In } from 'typeorm';

import { ProjectEntity } from '../project.entity.js';

type Message = typeof projectMessages.getProjectTitles;

@Controller()
export class GetProjectTitlesHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(projectMessages.getProjectTitles)
  async execute({ projectIds, userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const projects = await this.dataSource.manager.find(ProjectEntity, {
      select: { id: true, title: true },
      where: { id: In(projectIds), userId },
    });
    return { titles: Object.fromEntries(projects.map(({ id, title }) => [id, title])) };
  }
}
