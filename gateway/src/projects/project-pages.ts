import { Injectable } from '@nestjs/common';
import {
  PROJECT_LIST_MAX,
  PROJECT_PAGE_MAX,
  projectMessages,
  type ReplyOf,
  type RequestOf,
} from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';
import PQueue from 'p-queue';

type Page = RequestOf<typeof projectMessages.list>['page'];
type Listed = ReplyOf<typeof projectMessages.list>;
/** Concurrent lists of more than one reply: each holds up to PROJECT_LIST_MAX projects in memory. */
const GATHERING_MAX = 4;

@Injectable()
export class ProjectPages {
  private readonly gathering = new PQueue({ concurrency: GATHERING_MAX });

  constructor(private readonly bus: MessageBus) {}

  /** The page that the query asks for. Without a limit, as many projects as one answer has. */
  async list(userId: string, query: Omit<Page, 'limit'> & { limit?: number | undefined }) {
    const { limit, ...filter } = query;
    if (limit !== undefined) return this.ask(userId, { ...filter, limit });
    const first = await this.ask(userId, { ...filter, limit: PROJECT_PAGE_MAX });
    if (first.nextCursor === null) return first;
    return this.gathering.add(() => this.gather(userId, filter, first));
  }

  private async gather(userId: string, filter: Omit<Page, 'limit'>, first: Listed) {
    const { projects } = first;
    let { nextCursor } = first;
    while (nextCursor !== null && projects.length < PROJECT_LIST_MAX) {
      const limit = Math.min(PROJECT_PAGE_MAX, PROJECT_LIST_MAX - projects.length);
      const next: Listed = await this.ask(userId, { ...filter, limit, cursor: nextCursor });
      projects.push(...next.projects);
      ({ nextCursor } = next);
    }
    return { projects, nextCursor };
  }

  private ask(userId: string, page: Page): Promise<Listed> {
    return this.bus.call(projectMessages.list, { userId, page });
  }
}
