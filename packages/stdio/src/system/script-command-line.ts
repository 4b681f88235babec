/**
 * The command line by which `cmd.exe` runs a script with arguments that it passes on unchanged.
 *
 * Each argument is in quotation marks, and one inside of it is doubled. So `cmd.exe` finds its special characters only
 * inside of quotation marks however often it parses the line: once for the line, and again where the script passes its
 * arguments on with `%*`. A `%` is followed by `%cd:~,%`, the empty part of a variable that always exists, which keeps
 * it from beginning the name of another one. The standard library of Rust does the same:
 * https://doc.rust-lang.org/std/process/index.html#windows-argument-splitting
 */

/** Returns the arguments of `cmd.exe`, to be joined by spaces; throws a `TypeError` if one cannot be passed on. */
export function scriptCommandLine(file: string, args: readonly string[]): readonly string[] {
  if (file.includes('"')) throw new TypeError(`${file} is not the name of a file.`);
  const broken = args.find((arg) => /[\r\n\0]/u.test(arg));
  if (broken !== undefined) {
    throw new TypeError(`${file} is a script of cmd.exe, which cannot be given an argument with a line break.`);
  }
  const line = [file, ...args].map((arg) => quoted(arg)).join(' ');
  // Extensions for the empty part of a variable; no expansion of `!name!`; no commands of the registry at the start.
  return ['/e:on', '/v:off', '/d', '/s', '/c', `"${line}"`];
}

/** In quotation marks, as programs parse it: backslashes are special only before a quotation mark. */
function quoted(arg: string): string {
  const inner = arg
    .replaceAll(/(\\*)"/gu, '$1$1""')
    .replace(/(\\*)$/u, '$1$1')
    .replaceAll('%', '%%cd:~,%');
  return `"${inner}"`;
}
