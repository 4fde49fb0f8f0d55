/**
 * What the browser stores for this site. Where site data is blocked or the store is full, it keeps what is written for as
 * long as the document lives.
 */
function webStorage(area: () => Storage) {
  const unstored = new Map<string, string>();
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(area());
    } catch {
      return null;
    }
  };
  return {
    get: (key: string) => unstored.get(key) ?? attempt((storage) => storage.getItem(key)),
    /** Returns whether it outlives the document. */
    set(key: string, value: string): boolean {
      unstored.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        unstored.delete(key);
      });
      return !unstored.has(key);
    },
    remove(key: string): void {
      unstored.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    /** The build, which renders pages, has no window and stores nothing. */
    isBlocked: () => typeof window === 'object' && attempt((storage) => storage.length) === null,
  };
}

/** Shared by all tabs. */
export const localStore = webStorage(() => localStorage);
/** Of this tab. */
export const tabStore = webStorage(() => sessionStorage);
