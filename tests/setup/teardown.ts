/** Ends what the setup of the run has started. */
export default async function teardown(): Promise<void> {
  await globalThis.testStack?.end();
}
