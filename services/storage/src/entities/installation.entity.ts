import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row with the id that this database's bucket also holds. */
@Entity('installation')
export class InstallationEntity {
  @PrimaryColumn({ name: 'only_row', type: 'boolean' })
  onlyRow!: boolean;

  @Column({ type: 'uuid' })
  id!: string;
}
