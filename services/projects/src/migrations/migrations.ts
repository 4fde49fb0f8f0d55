import { CreateProjects1795262400000 } from './1795262400000-create-projects.js';

/** Every migration of the schema, the oldest first. */
export const migrations = [CreateProjects1795262400000];
