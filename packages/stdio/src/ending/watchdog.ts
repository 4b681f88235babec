/**
 * Ends the agents of this process when it no longer can, because it was killed or exited without ending them.
 *
 * A small shell reads a pipe that only this process holds, and is told the process groups of the agents. When the pipe
 * ends, this process has ended, and the shell ends the groups that are left. There is one shell for all agents, started
 * with the first. Without a POSIX shell, the end of its input is all that an agent gets. See docs/decisions/0010.
 */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

import { spawn } from '../node/lazy-modules.ts';

/** Seconds between SIGTERM and SIGKILL. */
const grace = 1;

/**
 * Reads `+ pid` and `- pid`. At the end of its input it signals each group that is left. On Linux it also signals the
 * processes in the session of a group's leader, which a process keeps when it changes its group, and the descendants of
 * the leader, which a process remains when it begins a session. A process that was found once is known by its id and
 * start time, because it loses its parent when that exits.
 */
const script = `
trap '' INT TERM HUP
groups=' '
while read -r change pid; do
  case $change in
  +) groups="$groups$pid " ;;
  -) case $groups in *" $pid "*) groups="\${groups%%" $pid "*} \${groups#*" $pid "}" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit 0
found=' '
processes() {
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" || continue
    pid=\${stat#/proc/}
    set -- \${line##*) }
    echo "\${pid%/stat} $2 $4 \${20}"
  done
}
look() {
  all=$(processes)
  ours=$groups
  before=
  while [ "$ours" != "$before" ]; do
    before=$ours
    while read -r pid parent session start; do
      case $ours in *" $pid "*) continue ;; esac
      case "$groups|$ours|$found" in *" $session "*"|"*"|"* | *"|"*" $parent "*"|"* | *"|"*"|"*" $pid:$start "*)
        ours="$ours$pid "
        case $found in *" $pid:$start "*) ;; *) found="$found$pid:$start " ;; esac ;;
      esac
    done <<END
$all
END
  done
}
signal() {
  look
  for pid in $ours; do kill -s "$1" "$pid"; done
  for group in $groups; do kill -s "$1" -- "-$group"; done
}
signal TERM
sleep ${grace}
signal KILL
`;

class Watchdog {
  #shell: ChildProcess | undefined;
  readonly #groups = new Set<number>();

  /** Ends the group of `pid` if this process ends before `forget` is called. */
  watch(pid: number): void {
    this.#groups.add(pid);
    if (this.#shell === undefined) this.#start();
    else this.#tell(`+ ${pid}\n`);
  }

  /** The group of `pid` is gone. */
  forget(pid: number): void {
    if (this.#groups.delete(pid)) this.#tell(`- ${pid}\n`);
  }

  #start(): void {
    // A session of its own: signals to this session, for instance from a terminal, must not reach it.
    const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], cwd: '/', detached: true });
    this.#shell = shell;
    const lost = (): void => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    shell.once('error', lost);
    shell.once('exit', lost);
    shell.unref();
    const { stdin } = shell as { readonly stdin: Writable | null };
    stdin?.on('error', () => undefined);
    (stdin as Socket | null)?.unref();
    this.#tell([...this.#groups].map((pid) => `+ ${pid}\n`).join(''));
  }

  #tell(words: string): void {
    this.#shell?.stdin?.write(words);
  }
}

const watchdog = new Watchdog();

/** Ends the process group of `pid` when this process ends; dispose of the returned object once the group is gone. */
export function watchGroup(pid: number): Disposable {
  if (process.platform === 'win32') return { [Symbol.dispose]: () => undefined };
  watchdog.watch(pid);
  return {
    [Symbol.dispose]: () => {
      watchdog.forget(pid);
    },
  };
}
