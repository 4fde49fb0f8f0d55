import { randomUUID } from 'node:crypto';

import { eventually } from '@studiolo/testing/eventually';

import { contentOf, type ListedProject, Owner } from '../resilience/load/owner.ts';
import { Group, statusOf } from './group.ts';

/** So large that ten of them exceed the quota. */
const FILE_BYTES = 300 * 1024;
const AT_ONCE = 10;
const WHOLE_WITHIN_MS = 60_000;

/** By name: whether a file must be listed, must not be, or may be. */
type Files = Map<string, 'there' | 'gone' | 'unknown'>;

/** The content of a file, which follows from its name. */
const bytesFor = (filename: string): Buffer =>
  Buffer.from(contentOf(filename).toString().repeat(250)).subarray(0, FILE_BYTES);

/** One owner who uploads more than fits, all at once and by every gateway, and deletes it again. */
export class Hoarder extends Group {
  protected readonly size = 1;
  protected readonly pauseMs = 100;
  private readonly browsers: readonly Owner[];
  private readonly projectId: string;
  private files: Files = new Map();

  private constructor(browsers: readonly Owner[], projectId: string) {
    super();
    this.browsers = browsers;
    this.projectId = projectId;
  }

  static async prepare(addresses: readonly string[]): Promise<Hoarder> {
    const owner = await Owner.signUp(addresses);
    const projectId = await owner.newProject();
    const browsers = Array.from({ length: AT_ONCE }, (_, index) => {
      const browser = new Owner(addresses, index);
      browser.bearer = owner.bearer;
      return browser;
    });
    return new Hoarder(browsers, projectId);
  }

  protected async turn(): Promise<void> {
    const uploads = this.browsers.map((browser) => this.upload(browser));
    await Promise.all(uploads);
    await Promise.all(this.browsers.map((browser, index) => this.deleteSome(browser, index)));
  }

  /** No file is lost, doubled or back after its deletion, and each has the bytes that were sent. */
  override async check(): Promise<void> {
    const listed = await eventually(() => this.list(), WHOLE_WITHIN_MS);
    const names = listed.map(({ filename }) => filename);
    for (const name of names) {
      const known = this.files.get(name);
      if (known === undefined) this.violations.push(`the file ${name} was never sent`);
      if (known === 'gone') this.violations.push(`the deleted file ${name} is back`);
    }
    for (const [name, known] of this.files) {
      if (known === 'there' && !names.includes(name)) this.violations.push(`${name} is lost`);
    }
    for (const name of names) await this.compare(name);
    // From now on a deleted file that is listed counts as one that was never sent.
    this.files = new Map([...this.files].filter(([, known]) => known !== 'gone'));
  }

  private async list(): Promise<ListedProject['files']> {
    const [owner] = this.browsers;
    const all = await owner?.everything();
    return all?.find(({ id }) => id === this.projectId)?.files ?? [];
  }

  private async compare(name: string): Promise<void> {
    await eventually(async () => {
      const answer = await this.browsers[0]?.download(this.projectId, name);
      if (answer?.status === 404 && this.files.get(name) === 'unknown') return;
      if (answer?.status !== 200) throw new Error(`${name} was answered ${answer?.status}`);
      const isSame = bytesFor(name).equals(await answer.bytes());
      if (!isSame) this.violations.push(`${name} has other bytes than were sent`);
    }, WHOLE_WITHIN_MS).catch((error: unknown) => this.violations.push(String(error)));
  }

  private async upload(browser: Owner): Promise<void> {
    const name = `${randomUUID()}.txt`;
    this.files.set(name, 'unknown');
    const status = await statusOf(browser.uploadText(this.projectId, name, bytesFor(name)));
    if (status === 201) this.files.set(name, 'there');
    else if (status === 413) this.files.delete(name);
    else if (status !== 503 && status !== 0)
      this.violations.push(`an upload was answered ${status}`);
  }

  private async deleteSome(browser: Owner, index: number): Promise<void> {
    const mine = [...this.files.keys()].filter((_, at) => at % AT_ONCE === index);
    for (const name of mine) {
      if (this.files.get(name) === 'gone') continue;
      this.files.set(name, 'unknown');
      const path = `/api/delete/${this.projectId}/${name}`;
      const status = await statusOf(browser.delete(path));
      if (status === 200) this.files.set(name, 'gone');
    }
  }
}
