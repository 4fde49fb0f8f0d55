import { setSourceMapsSupport } from 'node:module';

// Loaded by `node --import` before anything else: stack traces then name our sources. The flag --enable-source-maps
// would also keep the maps of every package in memory.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
