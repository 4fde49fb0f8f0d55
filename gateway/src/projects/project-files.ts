import { Injectable } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';
import pLimit from 'p-limit';

type FilesReply = ReplyOf<typeof storageMessages.listFiles>;
/** Requests that gather more than one reply at a time: each has up to all files of an owner in memory. */
const GATHERING_MAX = 4;

/** Files by the id of their project. */
export type FilesByProject = FilesReply['projects'];

/** Asks storage for the files of projects; one reply holds only so many. */
@Injectable()
export class ProjectFiles {
  private readonly gathering = pLimit(GATHERING_MAX);

  constructor(private readonly bus: MessageBus) {}

  /** All files of the owner, or undefined when they are more than one reply holds. */
  async ofOwner(ownerId: string): Promise<FilesByProject | undefined> {
    const { projects, next } = await this.bus.call(storageMessages.listFiles, { ownerId });
    return next === null ? projects : undefined;
  }

  /** All files of the projects, in as many replies as that takes. */
  async ofProjects(ownerId: string, projectIds: string[]): Promise<FilesByProject> {
    const request = { ownerId, projectIds };
    const first = await this.bus.call(storageMessages.listFiles, request);
    if (first.next === null) return first.projects;
    return this.gathering(() => this.gather(request, first));
  }

  /** Adds all that follow to the files of the first reply. */
  private async gather(
    request: RequestOf<typeof storageMessages.listFiles>,
    { projects, next }: FilesReply,
  ): Promise<FilesByProject> {
    for (let after = next; after !== null;) {
      const reply: FilesReply = await this.bus.call(storageMessages.listFiles, {
        ...request,
        after,
      });
      for (const [projectId, some] of Object.entries(reply.projects)) {
        (projects[projectId] ??= []).push(...some);
      }
      after = reply.next;
    }
    return projects;
  }
}
