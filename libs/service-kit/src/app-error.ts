import {
  type ErrorCode,
  type ErrorDetails,
  errorSentence,
  type WireError,
} from '@studiolo/contracts';

type DetailsArgument<Code extends ErrorCode> = keyof ErrorDetails<Code> extends never
  ? [details?: Record<never, never>, options?: ErrorOptions]
  : [details: ErrorDetails<Code>, options?: ErrorOptions];

/** A refusal from the error table; callers see the details of no other error. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: WireError['details'];

  constructor(code: Code, ...[details, options]: DetailsArgument<Code>) {
    super(errorSentence({ code, details: { ...details } }), options);
    this.name = 'AppError';
    this.code = code;
    this.details = { ...details };
  }

  /** `instanceof` alone would leave the code's type open. */
  static is(error: unknown, code?: ErrorCode): error is AppError {
    return error instanceof AppError && (code === undefined || error.code === code);
  }

  /** The error as another process reported it. */
  static fromWire(error: WireError, options?: ErrorOptions): AppError {
    const copy = new AppError('INTERNAL', {}, options);
    return Object.assign(copy, { ...error, message: errorSentence(error) });
  }

  toWire(): WireError {
    return { code: this.code, details: this.details };
  }
}

/** For `catch`, where any failure means that a store cannot be reached. */
export function throwUnavailable(cause: unknown): never {
  throw new AppError('UNAVAILABLE', {}, { cause });
}
