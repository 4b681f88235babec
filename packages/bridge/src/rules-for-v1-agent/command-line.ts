/** A command with its arguments as one line, for people to read. */

const plain = /^[\w@%+=:,./-]+$/;

export function commandLine(command: string, args: readonly string[]): string {
  // An agent that has a shell line as its command gets it shown as it is.
  return [
    command,
    ...args.map((each) => (plain.test(each) ? each : `'${each.replaceAll("'", String.raw`'\''`)}'`)),
  ].join(' ');
}
