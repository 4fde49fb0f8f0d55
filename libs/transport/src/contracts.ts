import type { PipeTransform } from '@nestjs/common';
import type { ClientProxy } from '@nestjs/microservices';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { concatMap, type Observable } from 'rxjs';

import { InvalidDataError } from './invalid-data.error.js';
import { StreamRecord, type StreamRecordOptions } from './stream-record.js';

export { InvalidDataError };

/** An event: its pattern, and any Standard Schema (Zod, Valibot, ArkType and others) for its data. */
export interface EventContract<Data extends StandardSchemaV1 = StandardSchemaV1> {
  readonly pattern: string;
  readonly data: Data;
}

/** A request: the same, and a schema for each value of its response. */
export interface RequestContract<
  Data extends StandardSchemaV1 = StandardSchemaV1,
  Response extends StandardSchemaV1 = StandardSchemaV1,
> extends EventContract<Data> {
  readonly response: Response;
}

/** What a handler gets: the data as its schema returns it. */
export type DataOf<Contract extends EventContract> = StandardSchemaV1.InferOutput<Contract['data']>;
/** What a handler returns: a response as its schema takes it. */
export type ResponseOf<Contract extends RequestContract> = StandardSchemaV1.InferInput<
  Contract['response']
>;

type Sent<Contract extends EventContract> = StandardSchemaV1.InferInput<Contract['data']>;
type Received<Contract extends RequestContract> = StandardSchemaV1.InferOutput<
  Contract['response']
>;

/** Sends what contracts describe. The data is sent as it is; whoever receives it validates it. */
export class ContractClient {
  constructor(private readonly client: Pick<ClientProxy, 'send' | 'emit'>) {}

  /** The Observable fails with `InvalidDataError` over a response that its schema refuses. */
  send<Contract extends RequestContract>(
    { pattern, response: schema }: Contract,
    data: Sent<Contract>,
    options?: StreamRecordOptions,
  ): Observable<Received<Contract>> {
    return this.client
      .send<unknown>(pattern, new StreamRecord<unknown>(data, options))
      .pipe(concatMap((response) => validate(schema, response, `The response of ${pattern}`)));
  }

  emit<Contract extends EventContract>(
    { pattern }: Contract,
    data: Sent<Contract>,
    options?: StreamRecordOptions,
  ): Observable<undefined> {
    return this.client.emit<undefined>(pattern, new StreamRecord<unknown>(data, options));
  }
}

/** Validates what a handler gets: `@Payload(new ContractPipe(placeOrder)) order: DataOf<typeof placeOrder>`. */
export class ContractPipe<Contract extends EventContract> implements PipeTransform {
  constructor(private readonly contract: Contract) {}

  /** Rejects with `InvalidDataError`, which answers a request and parks an event at once. */
  transform(value: unknown): Promise<DataOf<Contract>> {
    return validate(this.contract.data, value, this.contract.pattern);
  }
}

async function validate<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
  what: string,
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  const result = await schema['~standard'].validate(value);
  if (result.issues) throw new InvalidDataError(what, result.issues);
  return result.value;
}
