/** Fields of an error that may be logged besides kind and text: codes and names, no values. */
const ALLOWED = ['code', 'status', 'syscall', 'severity', 'schema', 'table', 'constraint'] as const;
/** Nesting limit for causes and for errors inside an error. */
const DEPTH_MAX = 5;
const ERRORS_MAX = 10;
/** SQLSTATE class 22: the value does not fit, and PostgreSQL's text repeats the value. */
const HAS_VALUE_IN_TEXT = /^22\w{3}$/;

type Allowed = Partial<Record<(typeof ALLOWED)[number], unknown>>;

/**
 * An error as it may be logged: kind, text, stack, causes, and fields that hold no content. TypeORM's errors carry the
 * parameters of their statement, PostgreSQL's the row at fault, and ioredis' the arguments of their command.
 */
export function serializeError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { stack, cause, errors, ...fields } = error as Partial<AggregateError> & Allowed;
  const type = error.constructor.name;
  const message = textOf(error);
  const serializeInner = (inner: unknown) => serializeError(inner, depth + 1);
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...framesOf(String(stack))].join('\n'),
    ...Object.fromEntries(
      ALLOWED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    ),
    ...(depth < DEPTH_MAX && cause !== undefined && { cause: serializeInner(cause) }),
    ...(depth < DEPTH_MAX &&
      Array.isArray(errors) && { errors: errors.slice(0, ERRORS_MAX).map(serializeInner) }),
  };
}

/** The same for errors that a line holds under other names than `err`. */
export function serializeErrors(line: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(line).filter((name) => name !== 'err' && line[name] instanceof Error);
  if (names.length === 0) return line;
  return {
    ...line,
    ...Object.fromEntries(names.map((name) => [name, serializeError(line[name])])),
  };
}

/** The text of an error as it may be logged. */
export function textOf(error: object): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (HAS_VALUE_IN_TEXT.test(String(code))) return 'invalid value';
  return typeof message === 'string' ? message : '';
}

/** The frames only: the lines before them repeat the text. */
function framesOf(stack: string): string[] {
  return stack.split('\n').filter((line) => /^ +at /.test(line));
}
