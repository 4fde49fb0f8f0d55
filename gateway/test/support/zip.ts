/** A ZIP archive with uncompressed entries. */
export function zip(entries: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const local = header(0x04034b50, 30, { name, size: content.length });
    const central = header(0x02014b50, 46, { name, size: content.length });
    central.writeUInt32LE(offset, 42);
    parts.push(local, content);
    directory.push(central);
    offset += local.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The fields shared with a local header start two bytes later in a directory header. */
function header(
  signature: number,
  length: number,
  { name, size }: { name: string; size: number },
): Buffer {
  const isCentral = length === 46;
  const shift = isCentral ? 2 : 0;
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, 4 + shift);
  bytes.writeUInt32LE(size, 18 + shift);
  bytes.writeUInt32LE(size, 22 + shift);
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + shift);
  return Buffer.concat([bytes, Buffer.from(name)]);
}

const contentTypes = (main: string, part = 'word/document.xml') =>
  `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`;

/** @param part name of the main part */
export const docx = (part?: string): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document', part),
    [part ?? 'word/document.xml']: '<document/>',
  });

export const xlsx = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    'xl/workbook.xml': '<workbook/>',
  });

/** An archive that claims to be a Word document and contains a program. */
export const falseDocx = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'setup.exe': 'MZ',
  });
