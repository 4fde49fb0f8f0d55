import { z } from 'zod';

import { idSchema } from '../fields.js';
import { IF_MATCH_MAX_LENGTH, USAGE_PROJECTS_MAX } from '../limits.js';
import { defineMessage } from '../message.js';
import {
  projectChangesSchema,
  projectFieldsSchema,
  projectFilterSchema,
  projectPageSchema,
  projectRecordSchema,
  projectSummarySchema,
} from '../project.js';

const ofOwner = z.object({ ownerId: idSchema });
const ofProject = ofOwner.extend({ projectId: idSchema });
/** A revision names the fields an owner can edit as they are now. Replicas of the version before send none. */
const revisionSchema = z.string().max(IF_MATCH_MAX_LENGTH);
const oneProject = z.object({
  project: projectRecordSchema,
  revision: revisionSchema.optional(),
});

export const createProject = defineMessage({
  pattern: 'projects.create',
  request: ofOwner.extend({ fields: projectFieldsSchema }),
  reply: oneProject,
  errors: ['UNAUTHENTICATED', 'IDEMPOTENCY_KEY_REUSED'],
});

export const listProjects = defineMessage({
  pattern: 'projects.list',
  request: ofOwner.extend({ page: projectPageSchema }),
  reply: z.object({
    projects: z.array(projectRecordSchema),
    nextCursor: z.string().nullable(),
  }),
  errors: ['INVALID_REQUEST'],
});

export const summarizeProjects = defineMessage({
  pattern: 'projects.summarize',
  request: ofOwner.extend({ filter: projectFilterSchema }),
  reply: projectSummarySchema,
});

export const getProject = defineMessage({
  pattern: 'projects.get',
  request: ofProject,
  reply: oneProject,
  errors: ['PROJECT_NOT_FOUND'],
});

/** Titles of those of the given projects that exist and belong to the owner. */
export const getProjectTitles = defineMessage({
  pattern: 'projects.get-titles',
  request: ofOwner.extend({ projectIds: z.array(idSchema).max(USAGE_PROJECTS_MAX) }),
  reply: z.object({ titles: z.record(idSchema, z.string()) }),
});

export const updateProject = defineMessage({
  pattern: 'projects.update',
  request: ofProject.extend({
    changes: projectChangesSchema,
    /** The project is changed only while it has one of these; absent, whatever it has. */
    revisions: z.array(revisionSchema).max(IF_MATCH_MAX_LENGTH).optional(),
  }),
  reply: oneProject,
  errors: ['PROJECT_NOT_FOUND', 'PROJECT_CHANGED'],
});

export const deleteProject = defineMessage({
  pattern: 'projects.delete',
  request: ofProject,
  reply: z.object({}),
  errors: ['PROJECT_NOT_FOUND'],
});
