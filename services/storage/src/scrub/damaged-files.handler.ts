import { Controller } from '@nestjs/common';
import {
  FILES_PER_REPLY_MAX,
  type RequestOf,
  storageMessages as messages,
} from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { readRows, rowsOf } from '@studiolo/service-kit/database';
import { DataSource, IsNull } from 'typeorm';
import { z } from 'zod';

import { FileEntity, fileRowSchema } from '../entities/file.entity.js';
import { Scrub } from './scrub.js';

type Messages = typeof messages;

const damagedSchema = fileRowSchema
  .pick({ filename: true, damage: true })
  .extend({ id: z.uuid(), userId: z.uuid(), projectId: z.uuid(), objectKey: z.uuid() });

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const FIND_DAMAGED = rowsOf(FileEntity, damagedSchema, (columns) => ({
  name: 'find-damaged-files',
  text: `SELECT ${columns} FROM files WHERE damage IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
}));

@Controller()
export class DamagedFilesHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scrub: Scrub,
  ) {}

  /** Makes the file the next that the scrub reads. */
  @HandleMessage(messages.checkFile)
  async check({ userId, projectId, filename }: RequestOf<Messages['checkFile']>) {
    const undamaged = { userId, projectId, filename, damage: IsNull() };
    const soonest = { checkDueAt: () => "'-infinity'" };
    const { affected } = await this.dataSource.manager.update(FileEntity, undamaged, soonest);
    if (affected) this.scrub.wake();
    return {};
  }

  /** For `npm run admin`. */
  @HandleMessage(messages.findDamagedFiles)
  async find({ after = LOWEST_ID }: RequestOf<Messages['findDamagedFiles']>) {
    const values = [after, FILES_PER_REPLY_MAX];
    const files = await readRows(this.dataSource, FIND_DAMAGED, values);
    return { files, isLast: files.length < FILES_PER_REPLY_MAX };
  }
}
