const KEY = 'sign-up';

/**
 * Keeps the sign-up that was made in this tab. The page that opens a mailed link hands it over, which proves that the
 * reader of the mail also typed the password.
 */
export function rememberSignUp(attempt: string | undefined): void {
  if (attempt) sessionStorage.setItem(KEY, attempt);
}

export const ownSignUp = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export const forgetSignUp = (): void => sessionStorage.removeItem(KEY);
