const SECTOR = 512;
const ENTRY = 128;

/** A compound file (MS-CFB) whose directory has the given entries, in the first of its sectors. */
export function compoundFile(names: string[]): Buffer {
  const file = Buffer.alloc(SECTOR + SECTOR * Math.ceil((names.length * ENTRY) / SECTOR));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  names.forEach((name, index) => {
    file.write(name, SECTOR + index * ENTRY, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, SECTOR + index * ENTRY + 64);
  });
  return file;
}
