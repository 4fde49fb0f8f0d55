import * as z from 'zod/mini';

import { idempotencyKey, pathParameterSchema } from '../fields.js';
import { IF_MATCH_MAX_LENGTH } from '../limits.js';
import { pageDefault } from '../page-answer.js';
import {
  projectChangesSchema,
  projectFieldsSchema,
  projectFilterSchema,
  projectPageSchema,
  projectSchema,
  projectSummarySchema,
} from '../project.js';
import { doneSchema } from './answers.js';
import { defineOperation } from './operation.js';

/** Accepts any text: a malformed id gets the same answer as a missing project. */
const params = z.object({ id: pathParameterSchema });
const oneProject = z.object({ project: projectSchema });
const ifMatch = z
  .string()
  .check(
    z.maxLength(IF_MATCH_MAX_LENGTH, 'The If-Match is too long'),
    z.describe('An ETag of the project, which is changed only if the ETag is still current'),
  );

export const listProjectsOperation = defineOperation('get', '/api/projects', {
  summary:
    'Your projects, newest first, or a page of them; fewer than the limit if they are very long',
  query: projectPageSchema,
  answer: z.object({
    projects: z.array(projectSchema),
    next_cursor: pageDefault(
      z.nullable(z.string()).check(z.describe('null on the last page')),
      null,
    ),
  }),
  queue: 'projects',
  limits: [],
  changes: 'nothing',
});

export const summarizeProjectsOperation = defineOperation('get', '/api/projects/summary', {
  summary: 'How many projects match, and how many of them are active or completed',
  query: projectFilterSchema,
  answer: projectSummarySchema,
  queue: 'projects',
  limits: [],
  changes: 'nothing',
});

export const createProjectOperation = defineOperation('post', '/api/projects', {
  summary:
    'Create a project; the same Idempotency-Key creates it once, and answers with it even after its deletion',
  headers: z.object({ 'idempotency-key': z.optional(idempotencyKey) }),
  body: projectFieldsSchema,
  status: 201,
  answer: oneProject,
  hasEtag: true,
  queue: 'projects',
  limits: ['writeByUser'],
  changes: 'project',
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});

export const getProjectOperation = defineOperation('get', '/api/projects/{id}', {
  summary: 'One project with its files',
  params,
  answer: oneProject,
  hasEtag: true,
  queue: 'projects',
  limits: [],
  changes: 'nothing',
  errors: ['PROJECT_NOT_FOUND'],
});

export const updateProjectOperation = defineOperation('put', '/api/projects/{id}', {
  summary: 'Change a project; missing fields stay unchanged',
  params,
  headers: z.object({ 'if-match': z.optional(ifMatch) }),
  body: projectChangesSchema,
  answer: oneProject,
  hasEtag: true,
  queue: 'projects',
  limits: ['writeByUser'],
  changes: 'project',
  errors: ['PROJECT_NOT_FOUND', 'PROJECT_CHANGED'],
});

export const deleteProjectOperation = defineOperation('delete', '/api/projects/{id}', {
  summary: 'Delete a project with its files',
  params,
  answer: doneSchema,
  queue: 'projects',
  limits: [],
  changes: 'project',
  errors: ['PROJECT_NOT_FOUND'],
});
