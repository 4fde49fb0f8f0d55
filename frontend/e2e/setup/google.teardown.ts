import './google.setup.ts';

export default async function stopGoogle(): Promise<void> {
  await globalThis.testGoogle?.stop();
}
