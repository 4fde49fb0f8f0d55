import './google.setup.ts';

export default async function stopGoogle(): Promise<void> {
  const google = globalThis.testGoogle;
  google?.consent.close();
  await google?.provider.stop();
}
