/** An address that the set-up of the tests has put into the environment. */
function address(name: 'APP_URL' | 'API_URL' | 'MAIL_URL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

export const appUrl = () => address('APP_URL');
export const apiUrl = () => address('API_URL');
export const mailUrl = () => address('MAIL_URL');
