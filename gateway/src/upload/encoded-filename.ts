import type { EventEmitter } from 'node:events';

import { Dicer } from '@fastify/busboy';

/** One parameter of a Content-Disposition: its name, and its value with or without quotes. */
const PARAMETER = /;\s*([^\s;="]+)\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;"]*)/g;

/** A Content-Disposition without its `filename` if it has a `filename*`, which spells the same name with all letters. */
function preferEncoded(disposition: string): string {
  const parameters = [...disposition.matchAll(PARAMETER)].map(([text, name = '']) => {
    return { text, name: name.toLowerCase() };
  });
  if (!parameters.some(({ name }) => name === 'filename*')) return disposition;
  const kept = parameters.filter(({ name }) => name !== 'filename');
  const [type] = disposition.split(';', 1);
  return [type, ...kept.map(({ text }) => text)].join('');
}

/*
 * The form parser takes the first or the last of both names and has no option for it. Its parts announce their header by
 * an event: this listener is the first, and changes the header before the parser reads it.
 */
// eslint-disable-next-line @typescript-eslint/unbound-method -- It is called with its own object below.
const { emit } = Dicer.prototype;
Dicer.prototype.emit = function emitPart(
  this: Dicer,
  event: string | symbol,
  ...values: unknown[]
) {
  if (event === 'part') {
    const [part] = values as [EventEmitter];
    part.on('header', (header: Record<string, string[]>) => {
      const { 'content-disposition': lines } = header;
      if (lines) header['content-disposition'] = lines.map(preferEncoded);
    });
  }
  return emit.call(this, event, ...values);
};
