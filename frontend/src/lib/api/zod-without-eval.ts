declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/*
 * zod compiles its schemas with `new Function` by default, and the content policy reports even the attempt. The switch
 * must be set before the first schema is created. The global keeps zod out of the entry chunk.
 */
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
