/** A command with its arguments as one readable line. */

const plain = /^[\w@%+=:,./-]+$/;

export function commandLine(command: string, args: readonly string[]): string {
  // A command that is a whole shell line is shown unchanged.
  return [
    command,
    ...args.map((each) => (plain.test(each) ? each : `'${each.replaceAll("'", String.raw`'\''`)}'`)),
  ].join(' ');
}
