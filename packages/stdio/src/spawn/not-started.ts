/** Why the command of an agent could not be started. */
import { AgentProcessError } from '../ending/agent-process-error.ts';
import { fs, paths } from '../node/lazy-modules.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be run; check its name and path',
  EPERM: 'the system does not allow it',
  ENOEXEC: 'it is not a program that this system can run',
  E2BIG: 'its arguments and variables are too long',
  EMFILE: 'this program has too many files open',
  ENFILE: 'the system has too many files open',
  EAGAIN: 'the system has too many processes',
  ENOMEM: 'the system has no memory left',
};

/** Where the system looked for a command. */
interface Place {
  /** That of this program when undefined. */
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The error of a command that could not be started. */
export function notStarted(command: string, error: NodeJS.ErrnoException, place: Place): AgentProcessError {
  const words = `could not be started: ${reasonOf(command, error, place)}`;
  return new AgentProcessError('not-started', `${command} ${words}.`, { cause: error, reason: words });
}

function reasonOf(command: string, error: NodeJS.ErrnoException, { cwd, env }: Place): string {
  // The system reports a missing folder like a missing command.
  if (cwd !== undefined && !isFolder(cwd)) return `the folder ${cwd} does not exist`;
  if (error.code === 'ENOENT' || (error.code === 'EACCES' && isNowhere(command, { cwd, env }))) {
    return 'command not found; check its name and path';
  }
  return reasons[error.code ?? ''] ?? error.message;
}

const isFolder = (path: string): boolean => fs().statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Whether a name is in no folder of `PATH` that this user may search; if there are others, the system reports EACCES
 * for every name that it does not find.
 */
function isNowhere(command: string, { cwd = '.', env }: Place): boolean {
  if (/[/\\]/u.test(command)) return false;
  const path = paths();
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  return !folders.some((folder) => fs().existsSync(path.resolve(cwd, folder, command)));
}
