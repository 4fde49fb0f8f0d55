import { AppError } from '@studiolo/service-kit';
import { z } from 'zod';

import type { ProjectEntity } from '../project.entity.js';

/** Epoch milliseconds within PostgreSQL's range: up to the year 5138. */
const POSITION = /^(\d{1,14}) (.+)$/;

/** The position of a project in the list, newest first. */
export function encodeCursor({ createdAt, id }: Pick<ProjectEntity, 'createdAt' | 'id'>): string {
  return Buffer.from(`${Date.parse(createdAt)} ${id}`).toString('base64url');
}

/** @throws AppError INVALID_REQUEST for a malformed cursor */
export function decodeCursor(cursor: string) {
  const [, milliseconds, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (milliseconds === undefined || !z.uuid().safeParse(id).success) {
    throw new AppError('INVALID_REQUEST', { reason: 'This cursor is not valid' });
  }
  return { createdAt: new Date(Number(milliseconds)), id: String(id) };
}
