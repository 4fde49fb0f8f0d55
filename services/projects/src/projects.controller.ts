import { Controller, Inject } from '@nestjs/common';
import {
  type PayloadOf,
  projectMessages as messages,
  type ReplyOf,
  type RequestOf,
  userDeleted,
} from '@studiolo/contracts';
import { HandleEvent, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';

import { CreateProjectHandler } from './create-project/create-project.handler.js';
import { DeleteProjectHandler } from './delete-project/delete-project.handler.js';
import { GetProjectTitlesHandler } from './get-project-titles/get-project-titles.handler.js';
import { GetProjectHandler } from './get-project/get-project.handler.js';
import { ListProjectsHandler } from './list-projects/list-projects.handler.js';
import { RemoveOwnerHandler } from './remove-owner/remove-owner.handler.js';
import { SummarizeProjectsHandler } from './summarize-projects/summarize-projects.handler.js';
import { UpdateProjectHandler } from './update-project/update-project.handler.js';

type Request<Name extends keyof typeof messages> = RequestOf<(typeof messages)[Name]>;
type Reply<Name extends keyof typeof messages> = Promise<ReplyOf<(typeof messages)[Name]>>;

/** What the service answers and listens to, and which use case does the work. */
@Controller()
export class ProjectsController {
  @Inject() private readonly createProjectHandler: CreateProjectHandler;
  @Inject() private readonly listProjectsHandler: ListProjectsHandler;
  @Inject() private readonly summarizeProjectsHandler: SummarizeProjectsHandler;
  @Inject() private readonly getProjectHandler: GetProjectHandler;
  @Inject() private readonly getProjectTitlesHandler: GetProjectTitlesHandler;
  @Inject() private readonly updateProjectHandler: UpdateProjectHandler;
  @Inject() private readonly deleteProjectHandler: DeleteProjectHandler;
  @Inject() private readonly removeOwnerHandler: RemoveOwnerHandler;

  @HandleMessage(messages.createProject)
  createProject(
    request: Request<'createProject'>,
    context: RedisStreamsContext,
  ): Reply<'createProject'> {
    return this.createProjectHandler.execute(request, context);
  }

  @HandleMessage(messages.listProjects)
  listProjects(request: Request<'listProjects'>): Reply<'listProjects'> {
    return this.listProjectsHandler.execute(request);
  }

  @HandleMessage(messages.summarizeProjects)
  summarizeProjects(request: Request<'summarizeProjects'>): Reply<'summarizeProjects'> {
    return this.summarizeProjectsHandler.execute(request);
  }

  @HandleMessage(messages.getProject)
  getProject(request: Request<'getProject'>): Reply<'getProject'> {
    return this.getProjectHandler.execute(request);
  }

  @HandleMessage(messages.getProjectTitles)
  getProjectTitles(request: Request<'getProjectTitles'>): Reply<'getProjectTitles'> {
    return this.getProjectTitlesHandler.execute(request);
  }

  @HandleMessage(messages.updateProject)
  updateProject(
    request: Request<'updateProject'>,
    context: RedisStreamsContext,
  ): Reply<'updateProject'> {
    return this.updateProjectHandler.execute(request, context);
  }

  @HandleMessage(messages.deleteProject)
  deleteProject(
    request: Request<'deleteProject'>,
    context: RedisStreamsContext,
  ): Reply<'deleteProject'> {
    return this.deleteProjectHandler.execute(request, context);
  }

  @HandleEvent(userDeleted)
  removeOwner(event: PayloadOf<typeof userDeleted>, context: RedisStreamsContext): Promise<void> {
    return this.removeOwnerHandler.execute(event, context);
  }
}
