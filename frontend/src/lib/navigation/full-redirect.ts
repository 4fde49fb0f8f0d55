/** Leaves the page for another address of this origin, dropping all state in memory. */
export function fullRedirect(path: string): void {
  window.location.assign(path);
}
