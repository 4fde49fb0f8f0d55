import { type CustomTypesConfig, types } from 'pg';

type TypeParser = (text: string) => unknown;

/** Times arrive as the ISO 8601 strings sent to clients, to the millisecond. Needs a session in UTC. */
export const isoTimes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.TIMESTAMPTZ && format !== 'binary'
      ? toIso
      : (types.getTypeParser(oid, format) as TypeParser),
};

/** For a column of an entity whose property is that string. */
export const isoTime = {
  from: (time: Date): string => time.toISOString(),
  to: (time: string): string => time,
};

/** `2026-11-01 09:30:00.12+00`, as PostgreSQL writes it, becomes `2026-11-01T09:30:00.120Z`. */
function toIso(text: string): string {
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
