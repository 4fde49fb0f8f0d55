import {
  Body,
  Controller,
  Get,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type BodyOf,
  createProjectOperation,
  listProjectsOperation,
  type QueryOf,
} from '@studiolo/contracts';
import { In, Repository } from 'typeorm';
import { toProject } from './answers.js';
import { Project, StoredFileEntity } from './entities.js';
import { Owner, SessionGuard } from './session.guard.js';

@Controller('api/projects')
@UseGuards(SessionGuard)
export class ProjectsController {
  @InjectRepository(Project) private readonly projects: Repository<Project>;
  @InjectRepository(StoredFileEntity) private readonly files: Repository<StoredFileEntity>;

  /** Two queries: `relations` together with `take` would make TypeORM ask for the ids first, which is slower. */
  @Get()
  async list(
    @Owner() ownerId: string,
    @Query({ schema: listProjectsOperation.query })
    { limit }: QueryOf<typeof listProjectsOperation>,
  ) {
    const rows = await this.projects.find({
      where: { ownerId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const files = await this.files.find({
      where: { projectId: In(page.map(({ id }) => id)) },
      order: { createdAt: 'ASC' },
    });
    const byProject = Map.groupBy(files, ({ projectId }) => projectId);
    return {
      projects: page.map((project) => toProject(project, byProject.get(project.id) ?? [])),
      next_cursor: rows.length > limit ? page.at(-1)?.id : null,
    };
  }

  @Get(':id')
  async get(@Owner() ownerId: string, @Param('id', ParseUUIDPipe) id: string) {
    const project = await this.projects.findOne({
      where: { id, ownerId },
      relations: { files: true },
    });
    if (!project) throw new NotFoundException();
    return { project: toProject(project, project.files) };
  }

  @Post()
  async create(
    @Owner() ownerId: string,
    @Body({ schema: createProjectOperation.body }) fields: BodyOf<typeof createProjectOperation>,
  ) {
    const project = await this.projects.save(this.projects.create({ ...fields, ownerId }));
    return { project: toProject(project, []) };
  }
}
