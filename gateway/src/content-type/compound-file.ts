import type { FileBytes } from './file-bytes.js';

/** Offsets and values of [MS-CFB], the container format of Word 97–2003 and other programs of that time. */
const HEADER_BYTES = 512;
const SECTOR_SHIFT_OFFSET = 30;
const FIRST_DIRECTORY_SECTOR_OFFSET = 48;
const FIRST_FAT_SECTORS_OFFSET = 76;
const FIRST_FAT_SECTORS = 109;
const LAST_REGULAR_SECTOR = 0xfffffffa;
const ENTRY_BYTES = 128;
const ENTRY_NAME_LENGTH_OFFSET = 64;
/** Far more directory sectors than a document has; stops at loops in a forged chain. */
const CHAIN_MAX = 256;

/** The names of the streams in a compound file, by which a Word document differs from a spreadsheet or an installer. */
export async function entryNames(file: FileBytes): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const header = Buffer.from(await file.read(0, HEADER_BYTES));
  if (header.length < HEADER_BYTES) return names;
  const shift = header.readUInt16LE(SECTOR_SHIFT_OFFSET);
  if (shift !== 9 && shift !== 12) return names;
  const sectors = new Sectors(file, header, 2 ** shift);
  let sector = header.readUInt32LE(FIRST_DIRECTORY_SECTOR_OFFSET);
  for (let step = 0; step < CHAIN_MAX && sector <= LAST_REGULAR_SECTOR; step += 1) {
    for (const name of namesIn(await sectors.read(sector))) names.add(name);
    sector = await sectors.after(sector);
  }
  return names;
}

class Sectors {
  constructor(
    private readonly file: FileBytes,
    private readonly header: Buffer,
    private readonly size: number,
  ) {}

  read(sector: number): Promise<Buffer> {
    return this.file.read((sector + 1) * this.size, this.size);
  }

  /** The next sector of a chain according to the allocation table; an invalid one ends the chain. */
  async after(sector: number): Promise<number> {
    const perSector = this.size / 4;
    const index = Math.floor(sector / perSector);
    if (index >= FIRST_FAT_SECTORS) return LAST_REGULAR_SECTOR + 1;
    const table = await this.read(this.header.readUInt32LE(FIRST_FAT_SECTORS_OFFSET + index * 4));
    const offset = (sector % perSector) * 4;
    return offset + 4 <= table.length ? table.readUInt32LE(offset) : LAST_REGULAR_SECTOR + 1;
  }
}

function* namesIn(directory: Buffer): Generator<string> {
  for (let start = 0; start + ENTRY_BYTES <= directory.length; start += ENTRY_BYTES) {
    // The length counts bytes and the closing NUL.
    const length = directory.readUInt16LE(start + ENTRY_NAME_LENGTH_OFFSET) - 2;
    if (length > 0 && length < ENTRY_NAME_LENGTH_OFFSET) {
      yield directory.toString('utf16le', start, start + length);
    }
  }
}
