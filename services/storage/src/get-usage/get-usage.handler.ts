import { Controller } from '@nestjs/common';
import {
  type ReplyOf,
  type RequestOf,
  storageMessages,
  USAGE_PROJECTS_MAX,
} from '@studiolo/contracts';
import { HandleMessage, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';

import { StoragePolicy } from '../storage-policy.js';

type Message = typeof storageMessages.getUsage;

const SUM_FILES_BY_PROJECT = {
  name: 'sum-files-by-project',
  text: `SELECT project_id AS "projectId", count(*) AS "fileCount", sum(size)::bigint AS bytes,
                (sum(count(*)) OVER ())::bigint AS "totalFiles",
                (sum(sum(size)) OVER ())::bigint AS "totalBytes"
           FROM files WHERE user_id = $1
          GROUP BY project_id ORDER BY sum(size) DESC, project_id LIMIT $2`,
  /** One project, with the totals of all projects. */
  row: z.object({
    projectId: z.uuid(),
    fileCount: z.int(),
    bytes: z.int(),
    totalFiles: z.int(),
    totalBytes: z.int(),
  }),
};

@Controller()
export class GetUsageHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: StoragePolicy,
  ) {}

  /** Counts the files themselves, so that the sums always agree with the lists. */
  @HandleMessage(storageMessages.getUsage)
  async execute({ userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const values = [userId, USAGE_PROJECTS_MAX];
    const rows = await runStatement(this.dataSource, SUM_FILES_BY_PROJECT, values);
    return {
      totalBytes: rows[0]?.totalBytes ?? 0,
      totalFiles: rows[0]?.totalFiles ?? 0,
      quotaBytes: this.policy.quotaBytes,
      maxFileBytes: this.policy.maxFileBytes,
      projects: rows.map(({ projectId, fileCount, bytes }) => ({
        ...{ projectId, fileCount, totalBytes: bytes },
      })),
    };
  }
}
