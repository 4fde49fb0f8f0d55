import type { OwnServers } from '@studiolo/infra/stack/plan';
import type { Sandbox } from '@studiolo/infra/test/sandbox';

import type { StackRequest } from '../support/running-stack.ts';
import type { Source } from './programs.ts';

/** The servers and settings of one row's stack. */
export interface Surroundings {
  stack: StackRequest;
  /** An object store on which the tests of storage run, too, but for those that `except` names. */
  conformance?: OwnServers;
  except?: string;
  /** Takes the primary away under load; gives the moment another one has been promoted. */
  failOver?: () => Promise<number>;
}

/** One kind of server, or of its settings. */
export interface Row {
  name: string;
  title: string;
  sources: Source[];
  start(sandbox: Sandbox): Promise<Surroundings>;
}
