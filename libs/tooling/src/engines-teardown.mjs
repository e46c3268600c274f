// After the tests: stops the servers that engines-setup started.
export default async function teardown() {
  await globalThis.parleyTestEngines?.stop();
}
