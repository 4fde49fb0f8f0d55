/** How payloads and responses travel as text. Both methods may throw over what they cannot write or read. */
export interface Codec {
  encode(value: unknown): string;
  /** Has to refuse text of another codec: what it returns is taken for the message's data. */
  decode(text: string): unknown;
}

export const jsonCodec: Codec = {
  encode: (value) => JSON.stringify(value) ?? 'null',
  decode: (text) => JSON.parse(text) as unknown,
};
