import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import {
  ACCOUNTS_PAGE_MAX,
  authMessages,
  emailSchema,
  formatSize,
  type ReplyOf,
  storageMessages,
  type User,
} from '@studiolo/contracts';
import type { MessageBus } from '@studiolo/service-kit';

interface Work {
  readonly bus: MessageBus;
  readonly words: readonly string[];
  readonly json: boolean;
  readonly yes: boolean;
}

/** Each command: its words, what it does, and how. */
const COMMANDS: [form: string, effect: string, run: (work: Work) => Promise<void>][] = [
  ['list', 'all accounts, the oldest first', find],
  ['find <text>', 'those whose address or name contains the text', find],
  [
    'create <address> <name>',
    'opens a verified account and mails a link to set its password',
    create,
  ],
  ['verify <address>', 'makes the newest sign-up with the address an account', verify],
  [
    'set-email <address or id> <new address>',
    'gives an account another address and its owner a link to set a password',
    setEmail,
  ],
  ['reset <address>', 'mails a link to set a new password', reset],
  ['end-sessions <address>', 'signs somebody out everywhere', endSessions],
  ['usage <address>', 'what somebody keeps', usage],
  ['files damaged', 'files whose stored bytes are not those that were uploaded', damagedFiles],
  ['delete <address or id>', 'deletes an account with its projects and files', remove],
  ['test-mail <address>', "sends a mail at once and shows the mail server's answer", testMail],
  ['failed-mails', "mails that were given up, with the mail server's answer", failedMails],
  ['retry-mails', 'sends them once more', (work) => failedMails(work, true)],
];

export const USAGE = `Usage:
${COMMANDS.map(([form, effect]) => `  admin ${form.padEnd(25)}${effect}`).join('\n')}
  admin dead-letters             lists, replays and drops events that were given up
  --json                         prints JSON, one line for each account
  --yes                          deletes without asking
Settings: REDIS_URL and TRANSPORT_SIGNING_KEY, as of every process`;

/** What the operator's words ask for, which throws with a sentence for the operator; undefined for an unknown command. */
export function parseCommand(args: string[]): ((bus: MessageBus) => Promise<void>) | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    });
    for (const [form, , run] of COMMANDS) {
      const [name = '', ...wanted] = form.split(/ (?=<)/);
      const words = positionals.slice(name.split(' ').length);
      const isNamed = [name, ...words].join(' ') === positionals.join(' ');
      if (isNamed && words.length === wanted.length) {
        return (bus) => run({ ...values, words, bus });
      }
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function find({ bus, json, words: [text = ''] }: Work): Promise<void> {
  for await (const user of accountsWith(bus, text)) print(json, user, lineOf(user));
}

async function create({ bus, json, words: [email = '', name = ''] }: Work): Promise<void> {
  const { user } = await bus.call(authMessages.createAccount, { email, name });
  print(json, user, `${user.email} has an account, and a link to set a password is on its way.`);
}

async function verify({ bus, json, words: [email = ''] }: Work): Promise<void> {
  const { user } = await bus.call(authMessages.confirmSignUp, { email });
  if (!user) throw new Error(`No sign-up with ${email} waits to be verified.`);
  print(json, user, `${user.email} is verified.`);
}

async function reset(work: Work): Promise<void> {
  const { email } = await accountOf(work);
  await work.bus.call(authMessages.forgotPassword, { email });
  const sentence = `A link is on its way to ${email}, unless one has just been sent or it signs in by Google alone.`;
  print(work.json, { email }, sentence);
}

async function setEmail(work: Work): Promise<void> {
  const account = await accountOf(work);
  const [, email = ''] = work.words;
  const { user } = await work.bus.call(authMessages.setEmail, { userId: account.id, email });
  const sentence =
    `The account of ${account.email} has the address ${user.email}. Everybody is signed out of it, and a ` +
    'link to set a password is on its way.';
  print(work.json, user, sentence);
}

async function endSessions(work: Work): Promise<void> {
  const { id, email } = await accountOf(work);
  const { ended } = await work.bus.call(authMessages.endSessions, { userId: id });
  print(work.json, { email, ended }, `${email} is signed out of ${ended} sessions.`);
}

async function usage(work: Work): Promise<void> {
  const { id, email } = await accountOf(work);
  const used = await work.bus.call(storageMessages.getUsage, { userId: id });
  const { total_files: count, total_storage_bytes, quota_bytes } = used;
  const [bytes, quota] = [total_storage_bytes, quota_bytes].map((size) => formatSize(size));
  print(work.json, { email, ...used }, `${email} keeps ${count} files, ${bytes} of ${quota}.`);
}

async function damagedFiles({ bus, json }: Work): Promise<void> {
  let page: ReplyOf<typeof storageMessages.findDamagedFiles> | undefined;
  do {
    const after = page?.files.at(-1)?.id;
    page = await bus.call(storageMessages.findDamagedFiles, after === undefined ? {} : { after });
    for (const file of page.files) {
      const { damage, objectKey, userId, projectId, filename } = file;
      print(json, file, [damage, objectKey, userId, projectId, filename].join('  '));
    }
  } while (!page.isLast);
}

async function remove(work: Work): Promise<void> {
  const { id, email } = await accountOf(work);
  if (!work.yes && !(await isConfirmed(email))) throw new Error('Nothing was deleted.');
  await work.bus.call(authMessages.deleteAccount, { userId: id });
  print(work.json, { email }, `${email} is deleted. Projects and files follow within seconds.`);
}

async function testMail({ bus, json, words: [email = ''] }: Work): Promise<void> {
  const { refusal } = await bus.call(authMessages.sendTestMail, { email });
  if (refusal !== null) throw new Error(refusal);
  print(json, { email }, `The mail server took a mail to ${email}.`);
}

async function failedMails({ bus, json }: Work, retry = false): Promise<void> {
  const { mails } = await bus.call(authMessages.findFailedMails, { retry });
  for (const mail of mails) print(json, mail, Object.values(mail).join('  '));
}

async function isConfirmed(email: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Type ${email} to delete this account for good: `);
  terminal.close();
  return answer.trim().toLowerCase() === email;
}

/** The account with the id `text`, and those whose address or name contains it, oldest first. */
async function* accountsWith(bus: MessageBus, text: string): AsyncGenerator<User> {
  let after: string | undefined;
  do {
    const page = { text, limit: ACCOUNTS_PAGE_MAX, ...(after !== undefined && { after }) };
    const { users } = await bus.call(authMessages.findAccounts, page);
    yield* users;
    after = users.length === ACCOUNTS_PAGE_MAX ? users.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** Finds an account by its address or its id. @throws Error when there is none */
async function accountOf({ bus, words: [word = ''] }: Work): Promise<User> {
  const text = emailSchema.safeParse(word).data ?? word;
  for await (const user of accountsWith(bus, text)) {
    if (user.email === text || user.id === text) return user;
  }
  throw new Error(`No account has the address or id ${text}.`);
}

function lineOf({ id, email, name, email_verified, last_login }: User): string {
  const marks = email_verified ? [] : ['unverified'];
  return [id, email, name, ...marks, `last here ${last_login ?? 'never'}`].join('  ');
}

function print(json: boolean, value: object, sentence: string): void {
  console.log(json ? JSON.stringify(value) : sentence);
}
