/**
 * Key of the object that says which installation a bucket belongs to: its text is the id in storage's database. A
 * bucket that is given to another database, as by a restore, loses it.
 */
export const INSTALLATION_OBJECT = 'installation';
