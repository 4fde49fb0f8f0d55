import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, readRows } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

type Message = typeof projectMessages.getProjectTitles;

const SELECT_TITLES = {
  name: 'select-titles',
  text: 'SELECT id, title FROM projects WHERE id = ANY($1::uuid[]) AND owner_id = $2',
};

@Controller()
export class GetProjectTitlesHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(projectMessages.getProjectTitles)
  async execute({ projectIds, ownerId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const rows = await readRows<{ id: string; title: string }>(this.dataSource, SELECT_TITLES, [
      projectIds,
      ownerId,
    ]);
    return { titles: Object.fromEntries(rows.map(({ id, title }) => [id, title])) };
  }
}
