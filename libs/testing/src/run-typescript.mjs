// `node --import run-typescript.mjs file.ts` runs sources with decorators as they are, without a build.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import { transformFileSync } from '@swc/core';

const configFile = fileURLToPath(new URL('../../../.swcrc', import.meta.url));

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.') && specifier.endsWith('.js')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.ts')) return nextLoad(url, context);
    const { code } = transformFileSync(fileURLToPath(url), { configFile, sourceMaps: 'inline' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
