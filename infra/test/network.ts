import { networkInterfaces } from 'node:os';

import { portAnswers } from '../stack/readiness.ts';

/** The addresses by which other machines reach this one. */
export const otherAddresses = Object.values(networkInterfaces())
  .flatMap((entries = []) => entries)
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);

/** Whether something accepts a connection there. */
export const isOpen = (host: string, port: number): Promise<boolean> =>
  portAnswers(port, host).then(
    () => true,
    () => false,
  );
