import type { ComponentProps } from 'react';

import { Banner } from './banner';

/** A form with the reason why it could not be saved above its fields. */
export function Form({
  problem,
  children,
  ...form
}: ComponentProps<'form'> & { problem: string | null }) {
  return (
    <form noValidate {...form}>
      {problem && <Banner type="error">{problem}</Banner>}
      {children}
    </form>
  );
}
