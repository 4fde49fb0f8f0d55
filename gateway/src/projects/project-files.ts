import { Injectable } from '@nestjs/common';
import { type ReplyOf, storageMessages } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

type FilesReply = ReplyOf<typeof storageMessages.listFiles>;
/** Files by the id of their project. */
export type FilesByProject = FilesReply['projects'];

/** Asks storage for the files of projects; one reply holds only so many. */
@Injectable()
export class ProjectFiles {
  constructor(private readonly bus: MessageBus) {}

  /** All files of the owner, or undefined when they are more than one reply holds. */
  async ofOwner(ownerId: string): Promise<FilesByProject | undefined> {
    const { projects, next } = await this.bus.call(storageMessages.listFiles, { ownerId });
    return next === null ? projects : undefined;
  }

  /** All files of the projects, in as many replies as that takes. */
  async ofProjects(ownerId: string, projectIds: string[]): Promise<FilesByProject> {
    const files: FilesByProject = {};
    let after: FilesReply['next'] = null;
    do {
      const request = { ownerId, projectIds, ...(after && { after }) };
      const reply: FilesReply = await this.bus.call(storageMessages.listFiles, request);
      for (const [projectId, some] of Object.entries(reply.projects)) {
        (files[projectId] ??= []).push(...some);
      }
      after = reply.next;
    } while (after !== null);
    return files;
  }
}
