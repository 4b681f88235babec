/**
 * Turns a failure of set-up into one sentence that says what to do.
 */

/** A tool that set-up ran has failed. */
export class ToolError extends Error {
  constructor(task, { output, command, interrupted = false, cause }) {
    super(task, { cause });
    this.output = output;
    this.command = command;
    this.interrupted = interrupted;
  }
}

const again = 'run the command again';

const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_NO_OFFLINE|error\s+sending\s+request/;

/** What the words of a tool or of the operating system mean; the first that fits is told. */
const causes = [
  {
    words: /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i,
    advice: () => `the disk is full: free some space and ${again}`,
  },
  {
    words: /\b(?:EROFS|EACCES|EPERM)\b|read-only file system|permission denied/i,
    advice: (text, root) => `${unwritable(text, root)} cannot be written: make it writable for you and ${again}`,
  },
  {
    words: /ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_NO_LOCKFILE/,
    advice: () =>
      `pnpm-lock.yaml does not fit the package.json files: bring it up to date with "npm run pnpm install", ` +
      `or restore it with "git checkout pnpm-lock.yaml", and ${again}`,
  },
  {
    words: /ERR_PNPM_BROKEN_LOCKFILE/,
    advice: () => `pnpm-lock.yaml is damaged: restore it with "git checkout pnpm-lock.yaml" and ${again}`,
  },
  {
    words: /INTEGRITY|integrity check failed/i,
    advice: () =>
      'a download does not match its checksum in pnpm-lock.yaml: restore that file with ' +
      '"git checkout pnpm-lock.yaml", and trust neither the download nor the file if it still does not match',
  },
  {
    words: /ERR_PNPM_UNSUPPORTED_ENGINE/,
    advice: () => `a dependency does not run on Node ${process.versions.node}: use Node 20, 22 or 24 and ${again}`,
  },
  {
    words: noNetwork,
    advice: () => `the npm registry cannot be reached: check the network ("npm ping" tells more) and ${again}`,
  },
];

/** True when a tool failed because it could not reach the registry. */
export function isNetworkFailure(error) {
  return error instanceof ToolError && noNetwork.test(error.output);
}

/** The Error to show for `error`; what a tool said is kept in front when its cause is not known. */
export function explain(error, root) {
  if (error instanceof ToolError) return explainTool(error, root);
  const cause = causes.find(({ words }) => words.test(`${error.code} ${error.message}`));
  if (error.code === undefined || cause === undefined) return error;
  return new Error(sentence(cause.advice(error.message, root)), { cause: error });
}

function explainTool(error, root) {
  const { message, output, command, interrupted } = error;
  if (interrupted) return new Error(`Set-up was interrupted: ${again} to finish it.`, { cause: error });
  if (error.cause?.code === 'ENOENT') {
    return new Error(sentence(`${message}, because ${command} was not found: install it and ${again}`), {
      cause: error,
    });
  }
  const cause = causes.find(({ words }) => words.test(output));
  if (cause !== undefined)
    return new Error(sentence(`${message}, because ${cause.advice(output, root)}`), { cause: error });
  return new Error(`${output.trim()}\n${sentence(`${message}: see the messages above`)}`, { cause: error });
}

/** The path that the message names in quotes, or the checkout. */
function unwritable(text, root) {
  const path = /(?:EROFS|EACCES|EPERM)[^'\n]*'([^'\n]+)'/.exec(text)?.[1] ?? root;
  return path.startsWith(root) ? `this checkout (${root})` : path;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
