import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';
import { runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { StoragePolicy } from '../storage-policy.js';

type Request = RequestOf<typeof storageMessages.getUsage>;
type Reply = ReplyOf<typeof storageMessages.getUsage>;

const SUM_FILES_BY_PROJECT = {
  name: 'sum-files-by-project',
  text: `SELECT project_id AS "projectId", count(*) AS "fileCount",
                sum(size)::bigint AS "totalBytes"
           FROM files WHERE owner_id = $1
          GROUP BY project_id ORDER BY sum(size) DESC, project_id`,
};

@Injectable()
export class GetUsageHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: StoragePolicy,
  ) {}

  /** Counts the files themselves, so that the sums always agree with the lists. */
  async execute({ ownerId }: Request): Promise<Reply> {
    const projects = await runStatement<Reply['projects'][number]>(
      this.dataSource,
      SUM_FILES_BY_PROJECT,
      [ownerId],
    );
    return {
      totalBytes: projects.reduce((sum, project) => sum + project.totalBytes, 0),
      totalFiles: projects.reduce((sum, project) => sum + project.fileCount, 0),
      quotaBytes: this.policy.quotaBytes,
      maxFileBytes: this.policy.maxFileBytes,
      projects,
    };
  }
}
