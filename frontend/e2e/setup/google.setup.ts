import { GoogleServer } from '@studiolo/testing/google-server';

declare global {
  var testGoogle: GoogleServer | undefined;
}

/** Starts a replacement for Google, which consents at once and where each sign-in is another person. */
export default async function startGoogle(): Promise<void> {
  globalThis.testGoogle = await GoogleServer.start();
  Object.assign(process.env, globalThis.testGoogle.settings);
}
