import { z } from 'zod';

import { idSchema, timestampSchema } from '../fields.js';
import { storedFileSchema } from '../file.js';
import { uploadNameSchema } from '../filenames/display-name.js';
import {
  CONTENT_TYPE_MAX_LENGTH,
  CURSOR_MAX_LENGTH,
  FILES_PER_UPLOAD_MAX,
  PROJECT_PAGE_MAX,
  UPLOAD_NAME_MAX_LENGTH,
} from '../limits.js';
import { defineMessage } from '../message.js';

const ofOwner = z.object({ ownerId: idSchema });
const bytes = z.int().nonnegative();
const nothing = z.object({});
/** The name of a stored file as a client spells it. */
const nameOfFile = z.string().min(1).max(UPLOAD_NAME_MAX_LENGTH);

const DIGEST_MAX_LENGTH = 64;

/** Checks ownership, reserves quota and says where the bytes go. */
export const beginUpload = defineMessage({
  pattern: 'storage.begin-upload',
  request: ofOwner.extend({
    projectId: idSchema,
    files: z
      .array(
        z.object({
          filename: uploadNameSchema,
          size: bytes,
          contentType: z.string().max(CONTENT_TYPE_MAX_LENGTH),
        }),
      )
      .min(1)
      .max(FILES_PER_UPLOAD_MAX),
  }),
  reply: z.object({
    uploadId: idSchema,
    /** One presigned PUT for each file, in the order of the request. */
    urls: z.array(z.url()),
    expiresAt: timestampSchema,
  }),
  errors: ['PROJECT_NOT_FOUND', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED', 'FILE_COUNT_EXCEEDED'],
});

/**
 * Makes the files of an upload visible, all or none; the names may have got a number. The caller has the store's
 * answer to each PUT, which says that the object is there whole: nobody else looks again.
 */
export const commitUpload = defineMessage({
  pattern: 'storage.commit-upload',
  request: ofOwner.extend({
    uploadId: idSchema,
    /** Bytes of each file that the store has taken, in the order of the request. A gateway of the version before says nothing. */
    storedBytes: z.array(bytes).max(FILES_PER_UPLOAD_MAX).optional(),
  }),
  reply: z.object({ files: z.array(storedFileSchema) }),
  errors: ['PROJECT_NOT_FOUND', 'UPLOAD_EXPIRED', 'IDEMPOTENCY_KEY_REUSED'],
});

/** What was kept by the commit of a message id that a client's Idempotency-Key gave; null when there was none. */
export const findUpload = defineMessage({
  pattern: 'storage.find-upload',
  request: z.object({
    messageId: idSchema,
    /** The digest that the commit was sent with. */
    digest: z.string().max(DIGEST_MAX_LENGTH),
  }),
  reply: z.object({ files: z.array(storedFileSchema).nullable() }),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});

/** Releases the reservation of an upload that failed; unknown ones are no error. */
export const abortUpload = defineMessage({
  pattern: 'storage.abort-upload',
  request: ofOwner.extend({ uploadId: idSchema }),
  reply: nothing,
});

export const openDownload = defineMessage({
  pattern: 'storage.open-download',
  request: ofOwner.extend({ projectId: idSchema, filename: nameOfFile }),
  reply: z.object({
    /** Presigned GET; Range may be added. */
    url: z.url(),
    file: storedFileSchema,
    /** Strong validator, quotes included. */
    etag: z.string(),
  }),
  errors: ['FILE_NOT_FOUND'],
});

export const deleteFile = defineMessage({
  pattern: 'storage.delete-file',
  request: ofOwner.extend({ projectId: idSchema, filename: nameOfFile }),
  reply: nothing,
  errors: ['FILE_NOT_FOUND'],
});

/** The place of a file among the owner's: storage gives it, and takes it back as it was. */
const filePosition = z.object({ createdAt: z.string().max(CURSOR_MAX_LENGTH), id: idSchema });

/** Files of the given projects, or of all the owner's, oldest first and some at a time. */
export const listFiles = defineMessage({
  pattern: 'storage.list-files',
  request: ofOwner.extend({
    projectIds: z.array(idSchema).max(PROJECT_PAGE_MAX).optional(),
    /** `next` of the reply before. */
    after: filePosition.optional(),
  }),
  reply: z.object({
    projects: z.record(idSchema, z.array(storedFileSchema)),
    /** Where to go on; null when these were the last. */
    next: filePosition.nullable(),
  }),
});

export const getUsage = defineMessage({
  pattern: 'storage.get-usage',
  request: ofOwner,
  reply: z.object({
    totalBytes: bytes,
    totalFiles: bytes,
    quotaBytes: bytes,
    maxFileBytes: bytes,
    /** The largest of the projects that have files, at most USAGE_PROJECTS_MAX, largest first. */
    projects: z.array(z.object({ projectId: idSchema, fileCount: bytes, totalBytes: bytes })),
  }),
});
