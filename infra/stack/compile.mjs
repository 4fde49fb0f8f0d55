// Compiles the programs of `npm start` into the cache of light.mjs, so that not even those of a first start load the compiler
// for TypeScript, whose memory a process keeps. Modules are evaluated once all are compiled, and the first one ends this
// process before the others begin. V8 shares the cache only among processes with the same flags, here those of the runner.
import './end.mjs';
import './start.ts';
import '../mail-inbox/server.ts';
import '../web/publish.ts';
import '../web/server.ts';
