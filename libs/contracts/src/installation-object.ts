/**
 * Key of the object that names the installation a bucket belongs to. Its text is the id in storage's database; a
 * restore brings both back.
 */
export const INSTALLATION_OBJECT = 'installation';
