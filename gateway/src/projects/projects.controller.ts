import { Controller } from '@nestjs/common';
import {
  createProjectOperation,
  deleteProjectOperation,
  type ErrorDetails,
  getProjectOperation,
  listProjectsOperation,
  type Project,
  projectMessages,
  type StoredFile,
  summarizeProjectsOperation,
  updateProjectOperation,
} from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import type { FastifyReply } from 'fastify';

import { messageIdOf } from '../http/idempotency-key.js';
import { type Call, idFrom } from '../http/read-call.js';
import { Route } from '../routing/route.decorator.js';
import type { Session } from '../session/token-verifier.js';
import { ProjectFiles } from './project-files.js';
import { ProjectPages } from './project-pages.js';
import { revisionsOf } from './revisions-of.js';

/** Projects come from one service and their files from another: both are asked at once and joined here. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly bus: MessageBus,
    private readonly files: ProjectFiles,
    private readonly pages: ProjectPages,
  ) {}

  @Route(listProjectsOperation)
  async list({ query, session }: Call<typeof listProjectsOperation>) {
    const userId = session.userId;
    const [page, allFiles] = await Promise.all([
      this.pages.list(userId, query),
      this.files.ofUser(userId),
    ]);
    const ids = page.projects.map(({ id }) => id);
    const files = allFiles ?? (await this.files.ofProjects(userId, ids));
    const projects: Project[] = page.projects.map((project) => ({
      ...project,
      files: files[project.id] ?? [],
    }));
    return { projects, next_cursor: page.nextCursor };
  }

  @Route(summarizeProjectsOperation)
  summarize({ query, session }: Call<typeof summarizeProjectsOperation>) {
    const request = { userId: session.userId, filter: query };
    return this.bus.call(projectMessages.summarize, request);
  }

  @Route(createProjectOperation)
  async create(
    { headers, body, session }: Call<typeof createProjectOperation>,
    reply: FastifyReply,
  ) {
    const { userId } = session;
    const { project, revision } = await this.bus.call(
      projectMessages.create,
      { userId, fields: body },
      messageIdOf(headers['idempotency-key'], userId, 'createProject'),
    );
    sendEtag(reply, revision);
    return { project: { ...project, files: [] } };
  }

  @Route(getProjectOperation)
  async get({ params, session }: Call<typeof getProjectOperation>, reply: FastifyReply) {
    const owned = ownedProject(session, params.id);
    const [{ project, revision }, files] = await Promise.all([
      this.bus.call(projectMessages.get, owned),
      this.filesOf(owned),
    ]);
    sendEtag(reply, revision);
    return { project: { ...project, files } };
  }

  @Route(updateProjectOperation)
  async update(
    { headers, params, body, session }: Call<typeof updateProjectOperation>,
    reply: FastifyReply,
  ) {
    const owned = ownedProject(session, params.id);
    const revisions = revisionsOf(headers['if-match']);
    const askedFiles = this.filesOf(owned);
    const [{ project, revision }, files] = await Promise.all([
      this.bus
        .call(projectMessages.update, { ...owned, changes: body, revisions })
        .catch((error: unknown) => withFiles(error, askedFiles)),
      askedFiles,
    ]);
    sendEtag(reply, revision);
    return { project: { ...project, files } };
  }

  @Route(deleteProjectOperation)
  async delete({ params, session }: Call<typeof deleteProjectOperation>) {
    await this.bus.call(projectMessages.delete, ownedProject(session, params.id));
    return { success: true as const, message: 'Project deleted successfully' };
  }

  private async filesOf({
    userId,
    projectId,
  }: ReturnType<typeof ownedProject>): Promise<StoredFile[]> {
    return (await this.files.ofProjects(userId, [projectId]))[projectId] ?? [];
  }
}

function sendEtag(reply: FastifyReply, revision: string): void {
  reply.header('etag', `"${revision}"`);
}

/** After a conflicting change, the answer shows the whole project as every other answer does. */
async function withFiles(error: unknown, files: Promise<StoredFile[]>): Promise<never> {
  if (!AppError.is(error, 'PROJECT_CHANGED')) throw error;
  const { project, revision } = error.details as ErrorDetails<'PROJECT_CHANGED'>;
  throw new AppError('PROJECT_CHANGED', { project: { ...project, files: await files }, revision });
}

function ownedProject({ userId }: Session, id: string) {
  return { userId, projectId: idFrom(id, 'PROJECT_NOT_FOUND') };
}
