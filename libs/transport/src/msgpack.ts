import { Packr, Unpackr } from 'msgpackr';

import type { Codec } from './codec.js';

/** Begins no JSON: base64 alone can be read as a JSON number ("0e10"). */
const MARK = 'm:';

const options = { moreTypes: true };
const packr = new Packr(options);
const unpackr = new Unpackr(options);

/**
 * MessagePack as base64: Date, Map, Set, BigInt, NaN, undefined and typed arrays arrive as what they were.
 * For the option `codec` of every process.
 */
export const msgpackCodec: Codec = {
  encode: (value) => MARK + packr.pack(value).toString('base64'),
  decode: (text) => {
    if (!text.startsWith(MARK)) throw new SyntaxError('It was not written by msgpackCodec');
    return unpackr.unpack(Buffer.from(text.slice(MARK.length), 'base64')) as unknown;
  },
};
