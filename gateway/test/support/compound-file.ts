const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;

/** A compound file (MS-CFB) whose directory has the given entries, two in each sector. */
export function compoundFile(names: string[]): Buffer {
  const directory = names.map(entry);
  const perSector = SECTOR / 128;
  const sectors = Math.ceil(directory.length / perSector);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (let index = 0; index < sectors; index += 1) {
    table.writeUInt32LE(index + 1 < sectors ? index + 2 : END_OF_CHAIN, (index + 1) * 4);
  }
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const body = Buffer.concat(directory);
  return Buffer.concat([header, table, body, Buffer.alloc(sectors * SECTOR - body.length)]);
}

function entry(name: string): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  return bytes;
}
