import * as z from 'zod/mini';

import { idSchema } from '../fields.js';
import { IF_MATCH_MAX_LENGTH, USAGE_PROJECTS_MAX } from '../limits.js';
import { defineMessages, nothing, ofUser } from '../message.js';
import {
  projectChangesSchema,
  projectFieldsSchema,
  projectFilterSchema,
  projectPageSchema,
  projectRecordSchema,
  projectSummarySchema,
} from '../project.js';
import { rowOf } from './row.js';

const ofProject = z.extend(ofUser, { projectId: idSchema });
/** A revision identifies the current values of the fields that an owner can edit. */
const revisionSchema = z.string().check(z.maxLength(IF_MATCH_MAX_LENGTH));
const oneProject = z.object({
  project: projectRecordSchema,
  revision: revisionSchema,
});

export const projectMessages = defineMessages('projects', {
  create: { request: z.extend(ofUser, { fields: projectFieldsSchema }), reply: oneProject },

  list: {
    request: z.extend(ofUser, { page: z.required(projectPageSchema, { limit: true }) }),
    reply: z.object({
      projects: z.array(rowOf(projectRecordSchema)),
      nextCursor: z.nullable(z.string()),
    }),
  },

  summarize: {
    request: z.extend(ofUser, { filter: projectFilterSchema }),
    reply: projectSummarySchema,
  },

  get: { request: ofProject, reply: oneProject },

  /** Titles of the given projects, without those that are missing or belong to somebody else. */
  getTitles: {
    request: z.extend(ofUser, {
      projectIds: z.array(idSchema).check(z.maxLength(USAGE_PROJECTS_MAX)),
    }),
    reply: z.object({ titles: z.record(idSchema, z.string()) }),
  },

  update: {
    request: z.extend(ofProject, {
      changes: projectChangesSchema,
      /** Changes the project only if its revision is one of these; without them, at any revision. */
      revisions: z.optional(z.array(revisionSchema).check(z.maxLength(IF_MATCH_MAX_LENGTH))),
    }),
    reply: oneProject,
  },

  delete: { request: ofProject, reply: nothing },
});
