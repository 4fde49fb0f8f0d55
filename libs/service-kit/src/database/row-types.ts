import type { CustomTypesConfig, types } from 'pg';

type TypeParser = (text: string) => unknown;

const asWritten: TypeParser = (text) => text;

/** `2026-11-01 09:30:00.12+00`, as PostgreSQL writes it in a session in UTC, becomes `2026-11-01T09:30:00.120Z`. */
function toIsoTime(text: string): string {
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Oids of array types, for which the library has no names. */
const ARRAY_OF = {
  DATE: 1182,
  TIMESTAMPTZ: 1185,
  INTERVAL: 1187,
  NUMERIC: 1231,
  INT8: 1016,
  TEXT: 1009,
};

/**
 * What a column is read as, by TypeORM and by statements alike: what its JSON has, so that no value depends on its reader
 * or on the time zone of the process. Node-postgres alone makes a local midnight of a date, and rounds numerics of arrays.
 * @param library the types of node-postgres
 */
export function rowTypes(library: typeof types): CustomTypesConfig {
  const { builtins } = library;
  const parserOf = (oid: number) => library.getTypeParser(oid) as TypeParser;
  const parseInterval = parserOf(builtins.INTERVAL) as (text: string) => { toISOString(): string };
  const parseTexts = parserOf(ARRAY_OF.TEXT) as (text: string) => (string | null)[];
  const parsers: Record<Exclude<keyof typeof ARRAY_OF, 'TEXT'>, TypeParser> = {
    DATE: asWritten,
    TIMESTAMPTZ: toIsoTime,
    INTERVAL: (text) => parseInterval(text).toISOString(),
    NUMERIC: asWritten,
    // Counts and sums of bytes stay far below 2^53, where a double is exact.
    INT8: Number,
  };
  const byOid = new Map<number, TypeParser>();
  for (const [name, parse] of Object.entries(parsers)) {
    const key = name as keyof typeof parsers;
    byOid.set(builtins[key], parse);
    byOid.set(ARRAY_OF[key], (text) =>
      parseTexts(text).map((one) => (one === null ? null : parse(one))),
    );
  }
  return {
    getTypeParser: (oid, format) =>
      (format === 'binary' ? undefined : byOid.get(oid)) ??
      (library.getTypeParser(oid, format) as TypeParser),
  };
}

/** For a column of an entity whose property is a time as a string. */
export const isoTime = {
  from: (time: Date): string => time.toISOString(),
  to: (time: string): string => time,
};
