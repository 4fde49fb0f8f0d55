import { Injectable } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';
import PQueue from 'p-queue';

type FilesReply = ReplyOf<typeof storageMessages.listFiles>;
/** Concurrent requests that collect more than one reply: each holds up to all files of an owner in memory. */
const GATHERING_MAX = 4;

/** Files by the id of their project. */
export type FilesByProject = FilesReply['projects'];

/** Asks storage for the files of projects, over several replies if needed. */
@Injectable()
export class ProjectFiles {
  private readonly gathering = new PQueue({ concurrency: GATHERING_MAX });

  constructor(private readonly bus: MessageBus) {}

  /** All files of the owner, or undefined if they do not fit into one reply. */
  async ofUser(userId: string): Promise<FilesByProject | undefined> {
    const { projects, next } = await this.bus.call(storageMessages.listFiles, { userId });
    return next === null ? projects : undefined;
  }

  /** All files of the projects, over as many replies as needed. */
  async ofProjects(userId: string, projectIds: string[]): Promise<FilesByProject> {
    const request = { userId, projectIds };
    const first = await this.bus.call(storageMessages.listFiles, request);
    if (first.next === null) return first.projects;
    return this.gathering.add(() => this.gather(request, first));
  }

  /** Adds the files of all further replies to those of the first. */
  private async gather(
    request: RequestOf<typeof storageMessages.listFiles>,
    { projects, next }: FilesReply,
  ): Promise<FilesByProject> {
    for (let after = next; after !== null;) {
      const page = { ...request, after };
      const reply: FilesReply = await this.bus.call(storageMessages.listFiles, page);
      for (const [projectId, some] of Object.entries(reply.projects))
        (projects[projectId] ??= []).push(...some);
      after = reply.next;
    }
    return projects;
  }
}
