import os from 'node:os';

/** The operator in the security log. In a container, a user may have no passwd entry and so no name. */
export function operatorName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
