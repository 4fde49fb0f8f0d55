/**
 * The store's clock, derived from its answers. A signed URL is valid from the time in it, and the store checks that by
 * its own clock: a URL signed by a clock a minute slow would expire before it is used.
 */
export class StoreClock {
  private offsetMs = 0;

  /** @param date the `Date` header of an answer: it has whole seconds, so this clock is up to one second slow */
  heard(date: string | undefined): void {
    const storeMs = Date.parse(date ?? '');
    if (!Number.isNaN(storeMs)) this.offsetMs = storeMs - Date.now();
  }

  /** Until the first answer, the clock of this process. */
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
