// Two versions at once: the previous release and the checkout, one replica of each part of either.
import type { Part } from '@studiolo/infra/stack/parts';
import { SERVICES } from '@studiolo/infra/stack/plan';
import { ROOT } from '@studiolo/infra/stack/programs';

import { withCommand } from '../support/changed-part.ts';
import type { RunningStack, StackRequest } from '../support/running-stack.ts';
import { previousRelease } from './programs.ts';
import type { Row } from './row.ts';

/** A stack that begins as the previous release, two replicas of each part. */
export class RollingUpgrade {
  /** The previous release, with its tests. */
  readonly previous: string;
  private readonly upgraded = new Set<string>();

  constructor(previous: string) {
    this.previous = previous;
  }

  get request(): StackRequest {
    const replicas = { auth: 2, projects: 2, storage: 2, gateway: 2 };
    return { replicas, within: (parts) => parts.map((part) => this.ofItsVersion(part)) };
  }

  /** Ends the second replica of each part, one after another; it comes back as what the checkout has built. */
  async upgrade(running: RunningStack, parts: readonly string[]): Promise<void> {
    for (const part of parts) {
      this.upgraded.add(part);
      await running.endProcess(`${part}-2`, 'SIGTERM');
      await running.partReady(part);
    }
  }

  private ofItsVersion(part: Part): Part {
    return withCommand(part, (command, _plan, replica) => {
      if (replica === 1 && this.upgraded.has(part.name)) return command;
      const args = command.args.map((arg) => arg.replace(ROOT, this.previous));
      return { ...command, args, cwd: this.previous };
    });
  }
}

export const UPGRADE_ORDERS = {
  'services first': [SERVICES, ['gateway']],
  'gateway first': [['gateway'], SERVICES],
} as const;

export const VERSIONS_ROW: Row = {
  name: 'versions',
  title: 'The previous release and the checkout at once, in both orders of an upgrade',
  sources: [{ previousRelease: true }],
  start: async () => ({ stack: {}, previous: await previousRelease() }),
};
