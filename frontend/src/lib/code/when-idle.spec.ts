import { jest } from '@jest/globals';

import { importWhenIdle } from './when-idle';

const connection = (isOnline: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  if (isOnline) window.dispatchEvent(new Event('online'));
};
const idle = () => new Promise((resolve) => requestIdleCallback(resolve));

const serverIs = (isThere: boolean) =>
  jest
    .spyOn(window, 'fetch')
    .mockImplementation(() =>
      isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError()),
    );

describe('code that comes later', () => {
  it('is asked for by a browser without a network whose server is on its own machine', async () => {
    connection(false);
    serverIs(true);
    expect(await importWhenIdle(() => Promise.resolve('code'))).toBe('code');
  });

  it('is asked for only once the browser is online', async () => {
    connection(false);
    serverIs(false);
    const load = jest.fn(() => Promise.resolve('code'));
    const loading = importWhenIdle(load);
    await idle();
    await idle();
    expect(load).not.toHaveBeenCalled();
    connection(true);
    expect(await loading).toBe('code');
  });

  it('is asked for again when the connection is back after a failure', async () => {
    const load = jest.fn(() => Promise.resolve('code')).mockRejectedValueOnce(new TypeError());
    const loading = importWhenIdle(load);
    await idle();
    await idle();
    expect(load).toHaveBeenCalledTimes(1);
    connection(true);
    expect(await loading).toBe('code');
  });
});
