import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';

/** The cells of each row of a Markdown table that begins with a name in backticks; those are left out. */
export const tableIn = (document: string): string[][] =>
  readFileSync(join(ROOT, document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1),
    );
