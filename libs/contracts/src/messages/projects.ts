import { z } from 'zod';

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

const ofProject = ofUser.extend({ projectId: idSchema });
/** A revision identifies the current values of the fields that an owner can edit. */
const revisionSchema = z.string().max(IF_MATCH_MAX_LENGTH);
const oneProject = z.object({
  project: projectRecordSchema,
  revision: revisionSchema,
});

export const projectMessages = defineMessages('projects', {
  create: { request: ofUser.extend({ fields: projectFieldsSchema }), reply: oneProject },

  list: {
    request: ofUser.extend({ page: projectPageSchema.required({ limit: true }) }),
    reply: z.object({
      projects: z.array(projectRecordSchema),
      nextCursor: z.string().nullable(),
    }),
  },

  summarize: {
    request: ofUser.extend({ filter: projectFilterSchema }),
    reply: projectSummarySchema,
  },

  get: { request: ofProject, reply: oneProject },

  /** Titles of the given projects, without those that are missing or belong to somebody else. */
  getTitles: {
    request: ofUser.extend({ projectIds: z.array(idSchema).max(USAGE_PROJECTS_MAX) }),
    reply: z.object({ titles: z.record(idSchema, z.string()) }),
  },

  update: {
    request: ofProject.extend({
      changes: projectChangesSchema,
      /** Changes the project only if its revision is one of these; without them, at any revision. */
      revisions: z.array(revisionSchema).max(IF_MATCH_MAX_LENGTH).optional(),
    }),
    reply: oneProject,
  },

  delete: { request: ofProject, reply: nothing },
});
