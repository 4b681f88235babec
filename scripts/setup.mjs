/**
 * The door to set-up: every command of a checkout comes through here first.
 *
 * It imports nothing before the version check and keeps to the syntax of Node 14, so that an old Node gets a sentence
 * instead of a stack trace.
 */

/**
 * Makes the checkout runnable; rejects with an Error whose message is one sentence for the user.
 *
 * With `build: false` the sources are left as they are, for a command that writes sources itself.
 */
export async function setup({ build = true } = {}) {
  checkNode();
  const { prepare } = await import('./setup/prepare.mjs');
  await prepare({ build });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(
    `acp-stack needs Node 20.19 or newer and this is ${process.versions.node}: ` +
      'install a newer Node and run the command again.',
  );
}
