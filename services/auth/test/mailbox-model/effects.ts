import type { Account, Address, Attempt, Mail, Party, Purpose, State } from './state.js';

const PASSWORD_MAILS: readonly Purpose[] = ['reset-password', 'choose-password'];
export const UNDO_MAILS: readonly Purpose[] = ['new-email-asked', 'email-changed'];

/** What of an account can be set. */
type Changes = Partial<Pick<Account, 'address' | 'password' | 'google' | 'isExcused'>>;

/** Builds the state that follows a move, step by step, as the handlers of auth do. */
export class Draft {
  constructor(private state: State) {}

  get now(): State {
    return this.state;
  }

  private set(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
  }

  private newId(): number {
    this.set({ nextId: this.state.nextId + 1 });
    return this.state.nextId - 1;
  }

  send(purpose: Purpose, address: Address, of: Partial<Pick<Mail, 'attempt' | 'account'>>): void {
    const mail = { attempt: null, account: null, ...of, id: this.newId(), purpose, address };
    this.set({ mails: [...this.state.mails, mail] });
  }

  begin(attempt: Omit<Attempt, 'id'>): number {
    const begun = { ...attempt, id: this.newId() };
    this.set({ attempts: [...this.state.attempts, begun] });
    return begun.id;
  }

  remember(who: Party, attempt: number): void {
    this.set({ known: { ...this.state.known, [who]: attempt } });
  }

  /** Ends attempts, and their links. */
  endAttempts(isEnded: (attempt: Attempt) => boolean): void {
    const ended = this.state.attempts.filter(isEnded).map(({ id }) => id);
    this.set({
      attempts: this.state.attempts.filter((attempt) => !isEnded(attempt)),
      mails: this.state.mails.filter(({ attempt }) => attempt === null || !ended.includes(attempt)),
    });
  }

  endMails(isEnded: (mail: Mail) => boolean): void {
    this.set({ mails: this.state.mails.filter((mail) => !isEnded(mail)) });
  }

  /** The links of all attempts for an address say from now on that the account has it. */
  private keepOpened(account: number, address: Address): void {
    const { attempts, mails } = this.state;
    const own = attempts.filter((attempt) => attempt.address === address).map(({ id }) => id);
    const isOwn = ({ attempt }: Mail) => attempt !== null && own.includes(attempt);
    this.set({
      mails: mails.map((mail) => (isOwn(mail) ? { ...mail, attempt: null, account } : mail)),
    });
  }

  private revoke(account: number): void {
    this.endAttempts((attempt) => attempt.account === account);
    const ended: readonly Purpose[] = [...PASSWORD_MAILS, 'link-google'];
    this.endMails((mail) => mail.account === account && ended.includes(mail.purpose));
  }

  change(account: number, changes: Changes): void {
    const { accounts } = this.state;
    this.set({
      accounts: accounts.map((one) => (one.id === account ? { ...one, ...changes } : one)),
    });
  }

  open(account: Omit<Account, 'id'>): number {
    const { address } = account;
    const id = this.newId();
    this.set({ accounts: [...this.state.accounts, { ...account, id }] });
    this.keepOpened(id, address);
    this.endAttempts((attempt) => attempt.address === address);
    return id;
  }

  /** To the person who has just proved the address: all that its previous user had ends. */
  replaceOwner(account: number, address: Address, changes: Changes): void {
    this.change(account, { ...changes, isExcused: false });
    this.keepOpened(account, address);
    this.revoke(account);
    this.endAttempts((attempt) => attempt.address === address);
    this.endSessions(account);
  }

  /** Gives the account its next address; one session stays. */
  move(account: number, address: Address, session: number): void {
    this.keepOpened(account, address);
    this.change(account, { address });
    this.revoke(account);
    this.endSessions(account, session);
    this.endAttempts((attempt) => attempt.address === address);
  }

  signIn(by: Party, account: number): void {
    const session = { id: this.newId(), account, by, isStolen: false };
    this.set({ sessions: [...this.state.sessions, session] });
  }

  steal(session: number): void {
    const { sessions } = this.state;
    this.set({
      sessions: sessions.map((one) => (one.id === session ? { ...one, isStolen: true } : one)),
    });
  }

  endSessions(account: number, except: number | null = null): void {
    const { sessions } = this.state;
    this.set({ sessions: sessions.filter((one) => one.account !== account || one.id === except) });
  }

  endSession(session: number): void {
    this.set({ sessions: this.state.sessions.filter(({ id }) => id !== session) });
  }

  delete(account: number): void {
    this.endSessions(account);
    this.endAttempts((attempt) => attempt.account === account);
    this.endMails((mail) => mail.account === account);
    this.set({ accounts: this.state.accounts.filter(({ id }) => id !== account) });
  }
}
