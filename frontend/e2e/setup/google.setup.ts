import { GoogleServer } from '@studiolo/testing/google-server';

/** Starts a replacement for Google, which consents at once and where each sign-in is another person; returns its end. */
export default async function startGoogle(): Promise<() => Promise<void>> {
  const google = await GoogleServer.start();
  Object.assign(process.env, google.settings);
  return () => google[Symbol.asyncDispose]();
}
