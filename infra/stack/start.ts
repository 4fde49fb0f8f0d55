// `npm start`: builds Studiolo, starts it with its stores, and runs until Ctrl-C.
import { stackConsole } from './console.ts';
import { launch } from './launch.ts';
import { backEndBuild, buildCommand } from './nx.ts';
import type { Plan } from './plan.ts';
import { assertFree } from './ports.ts';
import { APPLICATION, DEV_APPLICATION } from './services.ts';
import { readStartSettings } from './settings.ts';
import { Stack } from './stack.ts';

const terminal = stackConsole();

async function assertPortsFree({ ports, apiPorts, own }: Plan): Promise<void> {
  await assertFree(ports.app, 'app', 'APP_PORT');
  for (const port of apiPorts) await assertFree(port, 'API', 'PORT');
  if (own.smtpUrl === undefined) await assertFree(ports.mail, 'mail inbox', 'MAIL_PORT');
}

function addresses(plan: Plan): string {
  const api = plan.apiPorts.map((port) => plan.apiUrl.replace(/\d+$/, String(port))).join('  ');
  const mail = plan.own.smtpUrl === undefined ? plan.mailUrl : 'your own server (SMTP_URL)';
  return ['', `  App   ${plan.appUrl}`, `  API   ${api}`, `  Mail  ${mail}`, ''].join('\n');
}

/** Ends the stack on Ctrl-C, on the usual signals and when npm, which started this process, has ended. */
function onEnd(end: (why: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('npm has ended');
  }, 1_000).unref();
}

/** Creates the demonstration account. A failure is printed and does not end the stack. */
async function makeDemo(plan: Plan): Promise<void> {
  const mailUrl = plan.own.smtpUrl === undefined ? plan.mailUrl : undefined;
  try {
    const { seedDemo } = await import('../demo/seed-demo.ts');
    await seedDemo(plan.apiUrl, mailUrl);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`  The demonstration account could not be created: ${reason}`);
  }
}

async function start(): Promise<void> {
  const settings = readStartSettings(process.env, process.argv.slice(2));
  const stack = await Stack.prepare(
    { ...settings, environment: 'development' },
    { ...terminal.events, failed: (message) => void end(message, 1) },
  );
  const { plan } = stack;
  let ending: Promise<void> | undefined;
  const end = (why: string, code = 0): Promise<void> => {
    ending ??= (async () => {
      console.log(`\n  Ending Studiolo (${why}) …`);
      terminal.quiet();
      await stack.stop();
      console.log(`  Ended. The data stays in ${plan.dataDir}`);
      process.exit(code);
    })();
    return ending;
  };
  onEnd((why) => void end(why));
  // A fault in this process would leave the others running.
  process.on('uncaughtException', ({ message }) => void end(message, 1));

  try {
    await assertPortsFree(plan);
    console.log('Starting Studiolo');
    if (settings.watches) await launch(stack, DEV_APPLICATION, stack.run('build', backEndBuild()));
    else await launch(stack, APPLICATION, stack.run('build', buildCommand()));
  } catch (error) {
    if (ending) return ending;
    await stack.stop();
    throw error;
  }
  if (settings.watches) (await import('./watch.ts')).rebuildOnChange(stack);
  terminal.quiet();
  console.log(addresses(plan));
  if (settings.demo) await makeDemo(plan);
  console.log(`Studiolo is ready (${terminal.seconds()} s). Ctrl-C ends it.`);
  // From here on this process only waits.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

try {
  await start();
} catch (error) {
  console.log(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
