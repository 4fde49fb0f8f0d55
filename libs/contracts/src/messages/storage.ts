import * as z from 'zod/mini';

import { countSchema, idSchema, pathParameterSchema } from '../fields.js';
import { sha256Schema, storedFileSchema } from '../file.js';
import { uploadNameSchema } from '../filenames/display-name.js';
import { storageUsageSchema, usageOfProject } from '../http/storage.js';
import { CURSOR_MAX_LENGTH, FILES_PER_UPLOAD_MAX, PROJECT_PAGE_MAX } from '../limits.js';
import { defineMessages, nothing, ofUser } from '../message.js';
import { rowOf } from './row.js';

const ofUpload = z.extend(ofUser, { uploadId: idSchema });
const uploadedFiles = z.object({ files: z.array(storedFileSchema) });
/** The name of a stored file as a client sends it: stored names are in NFC, and no name holds NUL or half a surrogate pair. */
const nameOfFile = pathParameterSchema.check(
  z.overwrite((name) => name.toWellFormed().replaceAll('\0', '\ufffd').normalize('NFC')),
);
const ofFile = z.extend(ofUser, { projectId: idSchema, filename: nameOfFile });
/** Accepts one object of the reserved size; only with exactly these headers, and never in place of an object. */
const presignedPut = z.object({ url: z.url(), headers: z.record(z.string(), z.string()) });
export type PresignedPut = z.infer<typeof presignedPut>;
/** The store's validator of an object, without quotes. */
const objectEtag = z.string().check(z.maxLength(1024));
/** A cursor in the owner's list of files, which callers send back unchanged. */
const filePosition = z.object({
  createdAt: z.string().check(z.maxLength(CURSOR_MAX_LENGTH)),
  id: idSchema,
});

export const storageMessages = defineMessages('storage', {
  /** Checks ownership, reserves quota and returns the URLs for the bytes; or the files, when they have been stored. */
  beginUpload: {
    request: z.extend(ofUser, {
      projectId: idSchema,
      files: z
        .array(
          z.object({
            filename: uploadNameSchema,
            size: countSchema,
            sha256: sha256Schema,
            contentType: z.string().check(z.maxLength(255)),
          }),
        )
        .check(z.minLength(1), z.maxLength(FILES_PER_UPLOAD_MAX)),
      /** The message id and digest with which the upload is going to be committed, if a client may repeat it. */
      idempotency: z.optional(
        z.object({ messageId: idSchema, digest: z.string().check(z.maxLength(64)) }),
      ),
    }),
    reply: z.union([
      z.object({
        uploadId: idSchema,
        /** One for each file, in the order of the request. */
        puts: z.array(presignedPut),
      }),
      /** The reply to the commit that was made before. */
      uploadedFiles,
    ]),
  },

  /**
   * Makes the files of an upload visible, all or none; taken names get a number. The store's answer to each PUT confirms
   * that the object is complete, and its ETag names the object that downloads may send.
   */
  commitUpload: {
    request: z.extend(ofUpload, {
      /** Of the stored objects, in the order of the files. */
      etags: z.array(objectEtag).check(z.maxLength(FILES_PER_UPLOAD_MAX)),
    }),
    /** `uploadId`: if this repeats an earlier commit, the id of that upload. */
    reply: z.extend(uploadedFiles, { uploadId: z.optional(idSchema) }),
  },

  /** Releases the reservation of an upload that failed; does nothing for an unknown upload. */
  abortUpload: { request: ofUpload, reply: nothing },

  openDownload: {
    request: z.extend(ofFile, {
      /** The bytes are wanted although they are damaged. */
      acceptsDamage: z.optional(z.boolean()),
    }),
    reply: z.object({
      /** Presigned GET; Range may be added. */
      url: z.url(),
      file: storedFileSchema,
      /** Strong validator, quotes included. */
      etag: z.string(),
      /** Of the object that was committed; null for a file that was stored without it. */
      objectEtag: z.nullable(objectEtag),
    }),
  },

  /** A download has found another object than was uploaded. Storage reads it next, and believes only what it finds itself. */
  checkFile: { request: ofFile, reply: nothing },

  deleteFile: { request: ofFile, reply: nothing },

  /** Files whose objects are damaged, in the order of their ids; for operators. */
  findDamagedFiles: {
    request: z.object({ after: z.optional(idSchema) }),
    reply: z.object({
      files: z.array(
        z.extend(ofFile, { id: idSchema, objectKey: idSchema, damage: z.nullable(z.string()) }),
      ),
      isLast: z.boolean(),
    }),
  },

  /** Files of the given projects, or of all the owner's, oldest first and in several replies. */
  listFiles: {
    request: z.extend(ofUser, {
      projectIds: z.optional(z.array(idSchema).check(z.maxLength(PROJECT_PAGE_MAX))),
      /** `next` of the previous reply. */
      after: z.optional(filePosition),
    }),
    reply: z.object({
      projects: z.record(idSchema, z.array(rowOf(storedFileSchema))),
      /** Cursor for the next reply; null when these were the last. */
      next: z.nullable(filePosition),
    }),
  },

  /** The limits that refuse an upload before it is read. */
  getLimits: {
    request: nothing,
    reply: z.pick(storageUsageSchema, { quota_bytes: true, max_file_bytes: true }),
  },

  /** Usage as the API reports it, without the titles, which the projects service knows. */
  getUsage: {
    request: ofUser,
    reply: z.extend(storageUsageSchema, {
      projects: z.array(z.omit(usageOfProject, { project_title: true })),
    }),
  },
});
