import { z } from 'zod';

/**
 * The schema of an object of which a reply has many. `zod` compiles it, so that it is read faster than by `zod/mini`, in
 * which contracts are written for the pages. Pages do not load the messages.
 */
export const rowOf = <Shape extends z.core.$ZodShape>({ shape }: { readonly shape: Shape }) =>
  z.object(shape);
