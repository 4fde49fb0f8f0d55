/**
 * The store's clock, as its answers tell it. A signed address is good from the moment it carries, and the store
 * judges that by its own clock: one signed by a clock a minute slow would be over before it is used.
 */
export class StoreClock {
  private offsetMs = 0;

  /** @param date the `Date` header of an answer: whole seconds, so that ours runs a little behind */
  heard(date: string | undefined): void {
    const storeMs = Date.parse(date ?? '');
    if (!Number.isNaN(storeMs)) this.offsetMs = storeMs - Date.now();
  }

  /** Until the first answer, the clock of this process. */
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
