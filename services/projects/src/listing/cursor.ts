import type { ProjectSort } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { z } from 'zod';

import { orderOf } from './orders.js';

/** The position of a project in a list of this order. */
interface Position {
  readonly sortKey: string;
  readonly id: string;
}

export function encodeCursor(sort: ProjectSort, { sortKey, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, id, sortKey])).toString('base64url');
}

/** @throws AppError INVALID_REQUEST for a malformed cursor, or one of another order */
export function decodeCursor(sort: ProjectSort, cursor: string): Position {
  const schema = z.tuple([z.literal(sort), z.uuid(), orderOf(sort).value]);
  const { data } = schema.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()));
  if (!data) throw new AppError('INVALID_REQUEST', { reason: 'This cursor is not valid' });
  return { id: data[1], sortKey: data[2] };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
