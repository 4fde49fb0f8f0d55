import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event or a job that has to leave this service once the transaction it belongs to is committed. */
@Entity('outbox')
export class OutboxEntry {
  /** Also the id of the message or job, by which its receiver tells repeats. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  kind: 'event' | 'job';

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'jsonb' })
  payload: unknown;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** Not before this time; a dispatcher that takes the entry moves it into the future. */
  @Column({ name: 'available_at', type: 'timestamptz' })
  availableAt: Date;
}
