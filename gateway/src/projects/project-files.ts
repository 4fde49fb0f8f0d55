import { Injectable } from '@nestjs/common';
import { PROJECT_PAGE_MAX, type ReplyOf, storageMessages } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';
import PQueue from 'p-queue';

type FilesReply = ReplyOf<typeof storageMessages.listFiles>;
type Position = NonNullable<FilesReply['next']>;
/** Concurrent requests that collect more than one reply: each holds up to all files of an owner in memory. */
const GATHERING_MAX = 4;

/** Files by the id of their project. */
type FilesByProject = FilesReply['projects'];

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
    const [some, ...more] = chunks(projectIds, PROJECT_PAGE_MAX);
    const found = await this.ofSome(userId, some ?? []);
    for (const ids of more) Object.assign(found, await this.ofSome(userId, ids));
    return found;
  }

  private async ofSome(userId: string, projectIds: string[]): Promise<FilesByProject> {
    const ask = (after?: Position): Promise<FilesReply> =>
      this.bus.call(storageMessages.listFiles, { userId, projectIds, after });
    const { projects, next } = await ask();
    if (next === null) return projects;
    return this.gathering.add(async () => {
      for (let after: Position | null = next; after !== null;) {
        const more = await ask(after);
        for (const [projectId, some] of Object.entries(more.projects))
          (projects[projectId] ??= []).push(...some);
        after = more.next;
      }
      return projects;
    });
  }
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
