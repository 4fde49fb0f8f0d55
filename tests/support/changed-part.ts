import type { Command } from '@studiolo/infra/stack/child';
import type { Part } from '@studiolo/infra/stack/parts';
import type { Plan } from '@studiolo/infra/stack/plan';

/** The same part, whose processes are started by another command. */
export const withCommand = (
  part: Part,
  change: (command: Command, plan: Plan, replica: number) => Command | Promise<Command>,
): Part => ({
  ...part,
  command: async (plan, replica) => change(await part.command(plan, replica), plan, replica),
});

/** The same part, whose processes load a module before their program, with variables for it. */
export const withModule = (
  part: Part,
  file: string,
  variables: (plan: Plan, replica: number) => Record<string, string>,
): Part =>
  withCommand(part, ({ args, env, ...command }, plan, replica) => ({
    ...command,
    args: ['--import', file, ...args],
    env: { ...env, ...variables(plan, replica) },
  }));
