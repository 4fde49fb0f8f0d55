import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import { PackedPackage } from '@studiolo/testing/packed-package';

import type { ConformanceOptions, Verdict } from '../../src/conformance/index.js';

type Message = Verdict | { readonly keepData: boolean };

type Options = Omit<ConformanceOptions, 'adapter'> & {
  /** The adapter's file in `installed`. */
  readonly adapter: string;
};

/** The verdicts on a transport of npm: the packed kit runs beside it, in a folder and in processes of their own. */
export async function* checkInstalled(
  packages: readonly string[],
  { restartBroker, ...options }: Options,
): AsyncGenerator<Verdict> {
  const packed = await PackedPackage.make();
  try {
    // The kit itself runs on an older Nest than the transport does.
    await packed.install('--legacy-peer-deps', ...packages);
    const folder = join(packed.application, 'conformance');
    await cp(join(import.meta.dirname, 'installed'), folder, { recursive: true });
    const argument = JSON.stringify({ ...options, canRestart: restartBroker !== undefined });
    const child = fork(join(folder, 'check.mjs'), [argument], { execArgv: [] });
    const exited = once(child, 'exit');
    for await (const [message] of on(child, 'message', { close: ['disconnect'] })) {
      const told = message as Message;
      if ('property' in told) yield told;
      else {
        await restartBroker?.(told.keepData);
        child.send('restarted');
      }
    }
    const [code] = (await exited) as [number | null];
    if (code !== 0) throw new Error('The check ended before its last verdict');
  } finally {
    await packed.remove();
  }
}
