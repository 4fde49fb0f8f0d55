/** The bytes of a received file, wherever they are kept. */
export interface FileBytes {
  readonly size: number;
  /** Some bytes; those beyond the end are missing from the answer. They are only to be read, and soon. */
  read(offset: number, length: number): Promise<Buffer>;
}
