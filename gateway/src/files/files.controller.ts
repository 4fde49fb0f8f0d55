import { Controller } from '@nestjs/common';
import {
  deleteFileOperation,
  projectMessages,
  storageMessages,
  storageUsageOperation,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

import { type Call, idFrom } from '../http/read-call.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class FilesController {
  constructor(private readonly bus: MessageBus) {}

  @Route(storageUsageOperation)
  async usage({ session }: Call<typeof storageUsageOperation>) {
    const userId = session.userId;
    const usage = await this.bus.call(storageMessages.getUsage, { userId });
    const projectIds = usage.projects.map(({ project_id }) => project_id);
    const titles = await this.titlesOf(userId, projectIds);
    const projects = usage.projects.map((project) => ({
      ...project,
      // A project just deleted has no title any more while its files are still being removed.
      project_title: titles[project.project_id] ?? '',
    }));
    return { ...usage, projects };
  }

  @Route(deleteFileOperation)
  async deleteFile({ params, session }: Call<typeof deleteFileOperation>) {
    await this.bus.call(storageMessages.deleteFile, {
      userId: session.userId,
      projectId: idFrom(params.projectId, 'FILE_NOT_FOUND'),
      filename: params.filename,
    });
    return { success: true as const, message: 'File deleted successfully' };
  }

  private async titlesOf(userId: string, projectIds: string[]): Promise<Record<string, string>> {
    if (projectIds.length === 0) return {};
    return (await this.bus.call(projectMessages.getTitles, { userId, projectIds })).titles;
  }
}
