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

  test.each(['storage', 'storage=0', 'storage=many', 'postgres=2', 'storage=21'])(
    'the scale "%s" is refused',
    (word) => {
      expect(() => readStartSettings({}, ['--scale', word])).toThrow(`"${word}" is not a scale`);
    },
  );

  test.each(['APP_PORT', 'PORT', 'MAIL_PORT'])('the error for an invalid %s names it', (name) => {
    expect(() => readStartSettings({ [name]: 'http' }, [])).toThrow(
      `${name} must be a port number`,
    );
  });

  test('STORES is embedded, installed or not set', () => {
    expect(() => readStartSettings({ STORES: 'real' }, [])).toThrow(
      'STORES must be embedded or installed',
    );
    expect(() => readStartSettings({ STORES: 'installed' }, [])).not.toThrow();
    expect(() => readStartSettings({ STORES: '' }, [])).not.toThrow();
  });

  test('an object store of your own needs its keys', () => {
    expect(() => readStartSettings({ S3_ENDPOINT: 'http://localhost:9000' }, [])).toThrow(
      'S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY',
    );
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

  test('an unknown option is refused', () => {
    expect(() => readStartSettings({}, ['--fast'])).toThrow("Unknown option '--fast'");
  });
});
