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

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId!: string | null;

  /** The span, as W3C's `traceparent`, in which the entry was written; null outside a trace. */
  @Column({ name: 'trace_parent', type: 'text', nullable: true })
  traceParent!: string | null;

  /** How often a dispatcher has taken it. */
  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  /** Earliest time to take it: the end of a dispatcher's lease, or of the pause after a failure. */
  @Column({ name: 'available_at', type: 'timestamptz' })
  availableAt!: Date;
}
