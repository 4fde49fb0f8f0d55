import type * as contracts from '@studiolo/contracts';

/** A project as pages read it: its status may be one that they do not know. */
export type Project = contracts.PageAnswer<contracts.Project>;
export type ProjectFields = contracts.PageAnswer<contracts.ProjectFields>;
export type ProjectChanges = Partial<ProjectFields>;
export type User = contracts.PageAnswer<contracts.User>;
