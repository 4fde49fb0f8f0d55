import { dataFolder } from '@studiolo/infra/stack/plan';

import { RunningStack, type StackRequest } from '../../support/running-stack.ts';

/** Starts a stack and points the helpers of the whole-stack tests at it: accounts, mails, calls of the API. */
export async function startAttackedStack(request: StackRequest = {}): Promise<RunningStack> {
  const stack = await RunningStack.start(request);
  Object.assign(process.env, {
    API_URL: stack.plan.apiUrl,
    APP_URL: stack.plan.appUrl,
    MAIL_URL: stack.plan.mailUrl,
    LOGS_FOLDER: dataFolder(stack.plan, 'logs'),
  });
  return stack;
}
