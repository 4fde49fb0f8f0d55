import { AppError } from '@studiolo/service-kit';
import { z } from 'zod';

/** The position of a project in the list, newest first. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** Epoch milliseconds within PostgreSQL's range: up to the year 5138. */
const POSITION = /^(\d{1,14}) (.+)$/;

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

/** @throws AppError INVALID_REQUEST for a malformed cursor */
export function decodeCursor(cursor: string): Position {
  const [, milliseconds, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (milliseconds === undefined || !z.uuid().safeParse(id).success) {
    throw new AppError('INVALID_REQUEST', { reason: 'This cursor is not valid' });
  }
  return { createdAt: new Date(Number(milliseconds)), id: String(id) };
}
