import * as z from 'zod/mini';

/** What pages take for a field that an answer lacks. */
const defaults = z.registry<{ value: unknown }>();

/** Marks a field that the server always sends, but that a page can do without: it then takes the value given here. */
export function pageDefault<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: z.output<Schema>,
): Schema {
  const marked = schema.clone();
  defaults.add(marked, { value });
  return marked;
}

/** What a page gets of an answer: any text may stand where the server promises one of a few. */
export type PageAnswer<Answer> = Answer extends string
  ? string
  : Answer extends object
    ? { [Key in keyof Answer]: PageAnswer<Answer[Key]> }
    : Answer;

const text = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);

/** A row that cannot be read does not hide the others. */
function readableRows(row: z.ZodMiniType) {
  const rows = (all: unknown[]) =>
    all.map((one) => row.safeParse(one)).filter((one) => one.success);
  return z.pipe(
    z.array(z.unknown()),
    z.transform((all) => rows(all).map(({ data }) => data)),
  );
}

function loosened(schema: z.core.$ZodType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniObject) {
    const shape = schema.shape;
    const fields = Object.entries(shape);
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, neededOf(field)])));
  }
  if (schema instanceof z.ZodMiniArray) return readableRows(neededOf(schema.def.element));
  if (schema instanceof z.ZodMiniRecord)
    return z.record(z.string(), neededOf(schema.def.valueType));
  if (schema instanceof z.ZodMiniUnion) return z.union(schema.def.options.map(neededOf));
  if (schema instanceof z.ZodMiniNullable) return z.nullable(loosened(schema.def.innerType));
  if (schema instanceof z.ZodMiniOptional)
    return z.catch(z.optional(loosened(schema.def.innerType)), undefined);
  if (schema instanceof z.ZodMiniNumber) return z.number();
  if (schema instanceof z.ZodMiniBoolean) return z.boolean();
  if (schema instanceof z.ZodMiniLiteral) return schema;
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniStringFormat) return text;
  if (schema instanceof z.ZodMiniEnum) return text;
  throw new TypeError(`Pages read no answers of type ${schema._zod.def.type}`);
}

function neededOf(schema: z.core.$ZodType): z.ZodMiniType {
  const known = defaults.get(schema);
  return known ? z.catch(loosened(schema), known.value) : loosened(schema);
}

/**
 * What a page needs of an answer, from the schema that the server promises: the fields without a `pageDefault`. A text
 * is read in any form, such as a status or id of another kind, and unknown fields are ignored.
 */
export function pageAnswerSchema<Schema extends z.core.$ZodType>(
  promised: Schema,
): z.ZodMiniType<PageAnswer<z.output<Schema>>> {
  return neededOf(promised) as z.ZodMiniType<PageAnswer<z.output<Schema>>>;
}
