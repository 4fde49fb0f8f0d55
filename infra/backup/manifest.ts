import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The schemas of a database that make up the product. */
export const SCHEMAS = ['auth', 'projects', 'storage'] as const;

/** One dumped table: gzipped text of COPY. */
export interface DumpedTable {
  schema: string;
  table: string;
  /** Quoted for SQL, in the order of the dump; generated columns are computed again. */
  columns: string[];
  rows: number;
  file: string;
}

/** What a backup holds. The names of the migrations stand for the shape of the tables. */
export interface Manifest {
  format: 1;
  /** Version of the product that made it. */
  version: string;
  createdAt: string;
  migrations: Record<string, string[]>;
  /** Referenced tables before those that refer to them. */
  tables: DumpedTable[];
  objects: {
    count: number;
    bytes: number;
    /** Keys of files whose object the store did not have, or not whole. */
    missing: string[];
  };
}

export const MANIFEST_FILE = 'manifest.json';
/** Key and size of every object, one to a line, a tab between. */
export const OBJECT_LIST_FILE = 'objects.tsv';

/** The last two digits are random, so that folders fill evenly. */
export const objectFile = (key: string): string => `objects/${key.slice(-2)}/${key}`;

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} is no finished backup: it has no ${MANIFEST_FILE}.`, {
      cause: error,
    });
  });
  const manifest = JSON.parse(text) as Manifest;
  const format: number = manifest.format;
  if (format !== 1) throw new Error(`This version does not read backups of format ${format}.`);
  return manifest;
}

/** An object as the dumped rows name it. */
export interface NamedObject {
  key: string;
  size: number;
}

export function parseObject(line: string): NamedObject {
  const [key = '', size] = line.split('\t');
  return { key, size: Number(size) };
}
