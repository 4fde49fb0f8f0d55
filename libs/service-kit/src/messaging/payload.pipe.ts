import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';

import { AppError } from '../app-error.js';

/** Validates a payload against its schema and passes on the parsed result. */
export class PayloadPipe<Schema extends z.ZodType> implements PipeTransform {
  constructor(private readonly schema: Schema) {}

  transform(value: unknown): z.output<Schema> {
    const result = this.schema.safeParse(value);
    if (result.success) return result.data;
    const reason = result.error.issues[0]?.message ?? 'The request is not valid';
    throw new AppError('INVALID_REQUEST', { reason }, { cause: result.error });
  }
}
