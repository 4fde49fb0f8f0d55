// Writes a row with a column of each type, reads it by every way in the process's time zone, and prints what it read.
import { environment } from '@studiolo/testing/environment';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';

import { columnsOf, insertingRow, readQuickly, readRows, rowsOf } from '../../src/database.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { databaseOptions } from './test-database.js';

@Entity('samples')
class Sample {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'uuid' })
  key!: string;

  @Column({ type: 'bytea' })
  digest!: Buffer;

  @Column({ name: 'is_open', type: 'boolean' })
  isOpen!: boolean;

  @Column({ type: 'jsonb' })
  reply!: unknown;

  @Column({ type: 'date' })
  day!: string;

  @Column({ name: 'no_day', type: 'date', nullable: true })
  noDay!: string | null;

  @Column({ type: 'date', array: true })
  days!: string[];

  @Column({ name: 'at_time', type: 'timestamptz', precision: 3 })
  at!: string;

  @Column({ type: 'timestamptz', array: true })
  times!: string[];

  @Column({ type: 'numeric' })
  price!: string;

  @Column({ type: 'numeric', array: true })
  prices!: string[];

  @Column({ type: 'bigint' })
  bytes!: number;

  @Column({ type: 'bigint', array: true })
  sizes!: number[];

  @Column({ type: 'interval' })
  length!: string;

  @Column({ type: 'text', array: true })
  tags!: string[];
}

const sampleSchema = z.object({
  id: z.int(),
  key: z.uuid(),
  digest: z.instanceof(Buffer),
  isOpen: z.boolean(),
  reply: z.unknown(),
  day: z.iso.date(),
  noDay: z.iso.date().nullable(),
  days: z.array(z.iso.date()),
  at: z.iso.datetime(),
  times: z.array(z.iso.datetime()),
  price: z.string(),
  prices: z.array(z.string()),
  bytes: z.int(),
  sizes: z.array(z.int()),
  length: z.iso.duration(),
  tags: z.array(z.string()),
});

const SELECT = rowsOf(Sample, sampleSchema, (columns) => ({
  name: 'select-sample',
  text: `SELECT ${columns} FROM samples WHERE id = $1`,
}));
const INSERT = rowsOf(Sample, sampleSchema, (columns) => ({
  text: `${insertingRow(Sample, '$1')} RETURNING ${columns}`,
}));
const UPDATE = rowsOf(Sample, sampleSchema, (columns) => ({
  text: `UPDATE samples SET bytes = bytes WHERE id = $1 RETURNING ${columns}`,
}));

const sample = JSON.parse(process.argv[2] ?? '') as Sample;
const options = { ...databaseOptions(), entities: [Sample] };
const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
const read = {
  created: (await readRows(dataSource, INSERT, [columnsOf(Sample, sample)]))[0],
  one: (await readRows(dataSource, SELECT, [sample.id]))[0],
  shared: (await readQuickly(dataSource, SELECT, [sample.id]))[0],
  locked: await dataSource.transaction(async (manager) => {
    const lock = { mode: 'pessimistic_write' } as const;
    return { ...(await manager.findOne(Sample, { where: { id: sample.id }, lock })) };
  }),
  updated: (await readRows(dataSource, UPDATE, [sample.id]))[0],
};
process.stdout.write(`${environment('TZ')} ${JSON.stringify(read)}`);
await dataSource.destroy();
