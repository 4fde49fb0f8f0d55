import { z } from 'zod';

/** What pages take for a field that an answer lacks. */
const defaults = z.registry<{ value: unknown }>();

/** Marks a field that the server always sends, but that a page can do without: it then takes the value given here. */
export function pageDefault<Schema extends z.ZodType>(
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

const text = z.union([z.string(), z.number().transform(String)]);

/** A row that cannot be read does not hide the others. */
function readableRows(row: z.ZodType) {
  const rows = (all: unknown[]) =>
    all.map((one) => row.safeParse(one)).filter((one) => one.success);
  return z.array(z.unknown()).transform((all) => rows(all).map(({ data }) => data));
}

function loosened(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as z.core.$ZodShape;
    const fields = Object.entries(shape);
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, neededOf(field)])));
  }
  if (schema instanceof z.ZodArray) return readableRows(neededOf(schema.element));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), neededOf(schema.valueType));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(neededOf));
  if (schema instanceof z.ZodNullable) return loosened(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return loosened(schema.unwrap()).optional().catch(undefined);
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean) return z.boolean();
  if (schema instanceof z.ZodLiteral) return schema;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return text;
  if (schema instanceof z.ZodEnum) return text;
  throw new TypeError(`Pages read no answers of type ${schema._zod.def.type}`);
}

function neededOf(schema: z.core.$ZodType): z.ZodType {
  const known = defaults.get(schema);
  return known ? loosened(schema).catch(known.value) : loosened(schema);
}

/**
 * What a page needs of an answer, from the schema that the server promises: the fields without a `pageDefault`. A text
 * is read in any form, such as a status or id of another kind, and unknown fields are ignored.
 */
export function pageAnswerSchema<Schema extends z.ZodType>(
  promised: Schema,
): z.ZodType<PageAnswer<z.output<Schema>>> {
  return neededOf(promised) as z.ZodType<PageAnswer<z.output<Schema>>>;
}
