import { readStartSettings } from './settings.ts';

describe('the settings of npm start', () => {
  test('the defaults are the documented ports and one process of each part', () => {
    const settings = readStartSettings({}, []);
    expect(settings.ports).toEqual({ app: 5173, api: 3000, mail: 1080 });
    expect(settings.replicas).toEqual({});
    expect(settings.dataDir.endsWith('.data')).toBe(true);
  });

  test('--scale takes several names after one flag', () => {
    const { replicas } = readStartSettings({}, ['--scale', 'storage=3', 'auth=2']);
    expect(replicas).toEqual({ storage: 3, auth: 2 });
  });

  test.each([
    [{}, '--scale storage', '"storage" is not a scale'],
    [{}, '--scale storage=0', '"storage=0" is not a scale'],
    [{}, '--scale storage=many', '"storage=many" is not a scale'],
    [{}, '--scale postgres=2', '"postgres=2" is not a scale'],
    [{}, '--scale storage=21', '"storage=21" is not a scale'],
    [{ APP_PORT: 'http' }, '', 'APP_PORT must be a port number'],
    [{ PORT: 'http' }, '', 'PORT must be a port number'],
    [{ MAIL_PORT: 'http' }, '', 'MAIL_PORT must be a port number'],
    [{ STORES: 'real' }, '', 'STORES must be embedded or installed'],
    [{ S3_ENDPOINT: 'http://s3' }, '', 'S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY'],
    [{}, '--fast', "Unknown option '--fast'"],
  ])('the variables %j with the options "%s" are refused: %s', (env, options, sentence) => {
    expect(() => readStartSettings(env, options.match(/\S+/g) ?? [])).toThrow(sentence);
  });

  test.each(['embedded', 'installed', ''])('STORES may be "%s"', (STORES) => {
    expect(() => readStartSettings({ STORES }, [])).not.toThrow();
  });

  test('an empty variable counts as not set', () => {
    const store = { S3_ENDPOINT: 'http://localhost:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    const env = { DATABASE_URL: '', PORT: '', DATA_DIR: '', S3_BUCKET: '', S3_REGION: '' };
    expect(readStartSettings({ ...store, ...env }, [])).toMatchObject({
      dataDir: expect.stringMatching(/\.data$/) as string,
      own: {
        databaseUrl: undefined,
        objectStore: { bucket: 'studiolo', region: 'us-east-1' },
      },
      ports: { api: 3000 },
    });
  });
});
