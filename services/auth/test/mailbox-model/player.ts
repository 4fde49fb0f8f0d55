import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';
import type { GooglePerson, GoogleServer } from '@studiolo/testing/google-server';

import { type AuthService, type Member, newEmail, toMember } from '../auth-service.js';
import { type Move, take } from './moves.js';
import { type Address, type Mail, type Party, type Purpose, READER, type State } from './state.js';

const PASSWORDS = { owner: 'typed by the owner', stranger: 'typed by a stranger' };

/** What knows the token of a mailed link. */
interface Tokens {
  tokenOf(row: LinkRow): string;
}

interface LinkRow {
  id: string;
  seed: Buffer;
  purpose: Purpose;
  email: string;
}

const LINKS = `SELECT id, seed, purpose, email FROM link_mails
                WHERE email = ANY($1) AND purpose <> ALL($2) ORDER BY id`;
const NOTICES = ['email-verified', 'email-taken', 'google-linked', 'email-replaced'];
const ACCOUNTS = `SELECT email, password_hash IS NOT NULL AS password, google_id IS NOT NULL AS google
                    FROM accounts WHERE email = ANY($1) ORDER BY email`;
const SESSIONS = `SELECT sessions.id FROM sessions JOIN accounts ON accounts.id = user_id
                   WHERE email = ANY($1) ORDER BY sessions.id`;

/** Plays moves of the model against the auth service, and compares after each what is there with what the model says. */
export class Player {
  private readonly emails: Record<Address, string> = { hers: newEmail(), his: newEmail() };
  private readonly google: GooglePerson = {
    ...{ sub: randomUUID(), email: this.emails.hers, email_verified: true, name: 'Owner' },
  };
  private readonly attempts: Partial<Record<Party, string>> = {};
  private readonly sessions = new Map<number, Member>();
  private readonly links = new Map<number, LinkRow>();
  /** Links from before the first move. */
  private older: string[] = [];

  private constructor(
    private readonly auth: AuthService,
    private readonly googleServer: GoogleServer,
    private readonly tokens: Tokens,
    private state: State,
  ) {}

  static async at(
    state: State,
    auth: AuthService,
    google: GoogleServer,
    tokens: Tokens,
  ): Promise<Player> {
    const player = new Player(auth, google, tokens, state);
    for (const { address } of state.accounts) await player.join(address);
    return player;
  }

  /** Signs up with an address and opens the link. */
  private async join(address: Address): Promise<void> {
    const email = this.emails[address];
    const password = PASSWORDS[READER[address]];
    await this.auth.call(authMessages.signup, { email, password, name: 'Own' });
    const [link] = await this.linkRows();
    if (!link) throw new Error('A sign-up sent no link');
    this.older.push(link.id);
    const reply = await this.auth.call(authMessages.verifyEmail, {
      token: this.tokens.tokenOf(link),
    });
    for (const { id } of this.state.sessions) this.sessions.set(id, toMember(email, reply));
  }

  async play(move: Move): Promise<void> {
    const { next, answer } = take(this.state, move);
    expect([move, await this.act(move, next)]).toEqual([move, answer]);
    const isLater = /^(ask for another address|sign in with Google)$/.test(move.does);
    if (isLater) await this.nothingWaits();
    await this.compare(next);
    this.state = next;
  }

  private act(move: Move, next: State): Promise<string> {
    switch (move.does) {
      case 'sign up':
        return this.signUp(move.who);
      case 'ask for the link again': {
        const again = { email: this.emails.hers, attempt: this.attempts[move.who] };
        return codeOf(this.auth.lookUp('resend-verification', again));
      }
      case 'forget the password':
        return codeOf(this.auth.lookUp('reset-link', { email: this.emails[move.address] }));
      case 'log in':
        return this.enter(next, this.logIn(move.who, move.address));
      case 'log out':
        return this.auth.refusal(authMessages.logout, this.session(move.session));
      case 'steal':
        return Promise.resolve('none');
      case 'sign in with Google': {
        const code = this.googleServer.codeFor(this.google);
        return this.enter(next, this.auth.call(authMessages.googleCallback, { code }));
      }
      case 'ask for another address': {
        const change = { ...this.session(move.session), email: this.emails[move.to] };
        return this.auth.refusal(authMessages.updateProfile, change);
      }
      case 'delete the account': {
        const { userId } = this.session(move.session);
        return this.auth.refusal(authMessages.deleteAccount, { userId });
      }
      case 'open a link':
        return this.open(move, next);
    }
  }

  private async signUp(who: Party): Promise<string> {
    const request = { email: this.emails.hers, password: PASSWORDS[who], name: who };
    const signing = this.auth.call(authMessages.signup, request);
    const code = await codeOf(signing);
    if (code === 'none') this.attempts[who] = ((await signing) as { attempt: string }).attempt;
    return code;
  }

  private logIn(who: Party, address: Address) {
    const request = { email: this.emails[address], password: PASSWORDS[who] };
    return this.auth.call(authMessages.login, request);
  }

  private open(move: Extract<Move, { does: 'open a link' }>, next: State): Promise<string> {
    const mail = this.state.mails.find(({ id }) => id === move.mail);
    const row = this.links.get(move.mail);
    if (!mail || !row) throw new Error('There is no such link');
    const token = this.tokens.tokenOf(row);
    const password = PASSWORDS[READER[mail.address]];
    switch (mail.purpose) {
      case 'reset-password':
      case 'choose-password':
        return this.auth.refusal(authMessages.resetPassword, { token, password });
      case 'new-email-asked':
      case 'email-changed':
        return this.auth.refusal(authMessages.undoEmailChange, { token, password });
      case 'link-google':
        return this.enter(next, this.auth.call(authMessages.linkGoogle, { token }));
      case 'confirm-sign-up':
      case 'open-forgotten-sign-up':
      case 'confirm-new-email': {
        const session = move.session === undefined ? undefined : this.session(move.session);
        const attempt = move.onOwnPage ? this.attempts.owner : undefined;
        const request = { token, attempt, session };
        return this.enter(next, this.auth.call(authMessages.verifyEmail, request));
      }
    }
  }

  /** Keeps the session that a call opens, under the id that the model gives it. */
  private async enter(next: State, signing: Promise<Parameters<typeof toMember>[1]>) {
    const code = await codeOf(signing);
    const opened = next.sessions.find(({ id }) => !this.sessions.has(id));
    if (code === 'none' && opened) this.sessions.set(opened.id, toMember('', await signing));
    return code;
  }

  private session(id: number): { userId: string; sessionId: string } {
    const member = this.sessions.get(id);
    if (!member) throw new Error(`There is no session ${id}`);
    return { userId: member.user.id, sessionId: member.sessionId };
  }

  private async linkRows(): Promise<LinkRow[]> {
    const rows = await this.auth.sql<LinkRow>(LINKS, [Object.values(this.emails), NOTICES]);
    return rows.filter(({ id }) => !this.older.includes(id));
  }

  /** Waits for what is looked up after the answer. */
  private nothingWaits(): Promise<void> {
    return eventually(async () => {
      expect(await this.auth.sql('SELECT id FROM outbox')).toEqual([]);
    });
  }

  private async compare({ accounts, mails, sessions }: State): Promise<void> {
    const emails = Object.values(this.emails);
    const rows = await this.linkRows();
    const shown = ({ purpose, address }: Mail) => [purpose, this.emails[address]];
    expect(rows.map(({ purpose, email }) => [purpose, email])).toEqual(mails.map(shown));
    mails.forEach(({ id }, index) => this.links.set(id, rows[index]!));
    const stored = await this.auth.sql(ACCOUNTS, [emails]);
    const wanted = accounts
      .map(({ address, password, google }) => ({
        ...{ email: this.emails[address], password: password !== null, google },
      }))
      .sort((one, other) => (one.email < other.email ? -1 : 1));
    expect(stored).toEqual(wanted);
    const alive = await this.auth.sql<{ id: string }>(SESSIONS, [emails]);
    const known = sessions.map(({ id }) => this.session(id).sessionId);
    expect(alive.map(({ id }) => id)).toEqual(known.sort());
  }
}
