import { Controller } from '@nestjs/common';
import {
  createProjectOperation,
  deleteProjectOperation,
  getProjectOperation,
  idSchema,
  listProjectsOperation,
  type Project,
  projectMessages,
  type StoredFile,
  summarizeProjectsOperation,
  updateProjectOperation,
} from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { messageIdOf } from './idempotency-key.js';
import { ProjectFiles } from './project-files.js';

/** Projects come from one service and their files from another: both are asked at once and joined here. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly bus: MessageBus,
    private readonly files: ProjectFiles,
  ) {}

  @Route(listProjectsOperation)
  async list({ query, session }: Call<typeof listProjectsOperation>) {
    const ownerId = session.userId;
    const [page, allFiles] = await Promise.all([
      this.bus.call(projectMessages.listProjects, { ownerId, page: query }),
      this.files.ofOwner(ownerId),
    ]);
    const ids = page.projects.map(({ id }) => id);
    const files = allFiles ?? (await this.files.ofProjects(ownerId, ids));
    const projects: Project[] = page.projects.map((project) => ({
      ...project,
      files: files[project.id] ?? [],
    }));
    return { projects, next_cursor: page.nextCursor };
  }

  @Route(summarizeProjectsOperation)
  summarize({ query, session }: Call<typeof summarizeProjectsOperation>) {
    const request = { ownerId: session.userId, filter: query };
    return this.bus.call(projectMessages.summarizeProjects, request);
  }

  @Route(createProjectOperation)
  async create({ headers, body, session }: Call<typeof createProjectOperation>) {
    const scope = { userId: session.userId, operation: createProjectOperation.id };
    const messageId = messageIdOf(headers['idempotency-key'], scope);
    const { project } = await this.bus.call(
      projectMessages.createProject,
      { ownerId: session.userId, fields: body },
      messageId === undefined ? {} : { messageId },
    );
    return { project: { ...project, files: [] } };
  }

  @Route(getProjectOperation)
  async get({ params, session }: Call<typeof getProjectOperation>) {
    const owned = ownedProject(session.userId, params.id);
    const [{ project }, files] = await Promise.all([
      this.bus.call(projectMessages.getProject, owned),
      this.filesOf(owned),
    ]);
    return { project: { ...project, files } };
  }

  @Route(updateProjectOperation)
  async update({ params, body, session }: Call<typeof updateProjectOperation>) {
    const owned = ownedProject(session.userId, params.id);
    const [{ project }, files] = await Promise.all([
      this.bus.call(projectMessages.updateProject, { ...owned, changes: body }),
      this.filesOf(owned),
    ]);
    return { project: { ...project, files } };
  }

  @Route(deleteProjectOperation)
  async delete({ params, session }: Call<typeof deleteProjectOperation>) {
    await this.bus.call(projectMessages.deleteProject, ownedProject(session.userId, params.id));
    return { success: true as const, message: 'Project deleted successfully' };
  }

  private async filesOf({ ownerId, projectId }: OwnedProject): Promise<StoredFile[]> {
    return (await this.files.ofProjects(ownerId, [projectId]))[projectId] ?? [];
  }
}

interface OwnedProject {
  readonly ownerId: string;
  readonly projectId: string;
}

/** @throws AppError PROJECT_NOT_FOUND for an id that cannot be one, as for one that is not there */
function ownedProject(ownerId: string, id: string): OwnedProject {
  const { data: projectId } = idSchema.safeParse(id);
  if (projectId === undefined) throw new AppError('PROJECT_NOT_FOUND');
  return { ownerId, projectId: projectId.toLowerCase() };
}
