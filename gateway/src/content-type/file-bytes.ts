export interface FileBytes {
  readonly size: number;
  /** Reads bytes; those beyond the end are left out. The result is read-only and valid only briefly. */
  read(offset: number, length: number): Promise<Buffer>;
}
