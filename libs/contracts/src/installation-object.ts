/**
 * Key of the object that says which installation a bucket belongs to: its text is the id in storage's database.
 * A restore brings both back from the backup.
 */
export const INSTALLATION_OBJECT = 'installation';
