import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event, a job or a live notice to publish once its transaction has committed. */
@Entity('outbox')
export class OutboxEntry {
  /** Also the id of the message or job, by which its receiver recognises repeats. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: 'event' | 'job' | 'live';

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'jsonb' })
  payload: unknown;

  @Column({ type: 'text', nullable: true })
  request_id!: string | null;

  /** The span, as W3C's `traceparent`, in which the entry was written; null outside a trace. */
  @Column({ type: 'text', nullable: true })
  trace_parent!: string | null;

  /** How often a dispatcher has taken it. */
  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Earliest time to take it: the end of a dispatcher's lease, or of the pause after a failure. */
  @Column({ type: 'timestamptz' })
  available_at!: Date;
}
