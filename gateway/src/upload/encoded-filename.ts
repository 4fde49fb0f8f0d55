import type { EventEmitter } from 'node:events';

import { Dicer } from '@fastify/busboy';

/** One parameter of a Content-Disposition: its name, and its value with or without quotes. */
const PARAMETER = /;\s*([^\s;="]+)\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;"]*)/g;

/** The value of a `filename*`: character set, language, and the percent-encoded bytes of the name (RFC 5987). */
const ENCODED = /=\s*"?(utf-8|iso-8859-1)'[^']*'((?:[^%";\s]|%[\da-f]{2})+)"?\s*$/i;

/**
 * A Content-Disposition with one of `filename*` and `filename`: the first spells the same name with all letters, and
 * counts if it can be decoded.
 */
function preferEncoded(disposition: string): string {
  const parameters = [...disposition.matchAll(PARAMETER)].map(([text, name = '']) => {
    return { text, name: name.toLowerCase() };
  });
  const encoded = parameters.find(({ name }) => name === 'filename*');
  if (!encoded || !parameters.some(({ name }) => name === 'filename')) return disposition;
  const dropped = isDecodable(encoded.text) ? 'filename' : 'filename*';
  const kept = parameters.filter(({ name }) => name !== dropped);
  const [type] = disposition.split(';', 1);
  return [type, ...kept.map(({ text }) => text)].join('');
}

function isDecodable(parameter: string): boolean {
  const [, charset = '', bytes = ''] = ENCODED.exec(parameter) ?? [];
  if (charset.toLowerCase() !== 'utf-8') return charset !== '';
  try {
    return decodeURIComponent(bytes) !== '';
  } catch {
    return false;
  }
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
