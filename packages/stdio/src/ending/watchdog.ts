/**
 * Ends the agents of this process when it no longer can, because it was killed or exited without ending them.
 *
 * A small shell reads a pipe that only this process holds, and is told the process groups of the agents. When the pipe
 * ends, this process has ended, and the shell ends the groups that are left. There is one shell for all agents, started
 * with the first. Without a POSIX shell, the end of its input is all that an agent gets. See docs/decisions/0010.
 */
import type { Socket } from 'node:net';

import { spawn } from '../node/lazy-modules.ts';
import { hasProcessGroups } from '../system/process-groups.ts';

/** Seconds between SIGTERM and SIGKILL. */
const grace = 1;

/** Rounds of SIGKILL, with a tenth of a second between them, as long as something is left. */
const rounds = 20;

/**
 * Reads `+ group` and `- group`, `++ pid:start` and `-- pid:start`. At the end of its input it signals each group and
 * process that is left. On Linux it also signals the processes in the session of a group's leader, which a process
 * keeps when it changes its group, and the descendants of the leader, which a process remains when it begins a session.
 * A process that was found once is known by its id and start time, because it loses its parent when that exits; a
 * session whose leader was found once stays known. `processes` is the folder of the processes; without one, as on
 * macOS, only the groups are signalled.
 *
 * The shell that was started leaves at once, so that its copy, which reads, has no parent: the watchdog of a client
 * ends an agent with its descendants, and the watchdog of that agent has to outlive it, to end what it started.
 */
export const watchdogScript = (processes: string): string => `
trap '' INT TERM HUP
(
exec <&3 3<&-
groups=' '
found=' '
while read -r change id; do
  case $change in
  +) groups="$groups$id " ;;
  -) case $groups in *" $id "*) groups="\${groups%%" $id "*} \${groups#*" $id "}" ;; esac ;;
  ++) found="$found$id " ;;
  --) case $found in *" $id "*) found="\${found%%" $id "*} \${found#*" $id "}" ;; esac ;;
  esac
done
[ "$groups$found" = '  ' ] && exit 0
sessions=$groups
processes() {
  for stat in ${processes}/[0-9]*/stat; do
    read -r line <"$stat" || continue
    pid=\${stat#${processes}/}
    set -- \${line##*) }
    case $1 in Z | X) continue ;; esac
    echo "\${pid%/stat} $2 $4 \${20}"
  done
}
look() {
  all=$(processes)
  ours=' '
  before=
  while [ "$ours" != "$before" ]; do
    before=$ours
    while read -r pid parent session start; do
      case $ours in *" $pid "*) continue ;; esac
      case "$groups|$sessions|$ours$groups|$found" in
      *" $pid "*"|"*"|"*"|"* | *"|"*" $session "*"|"*"|"* | *"|"*"|"*" $parent "*"|"* | *"|"*"|"*"|"*" $pid:$start "*)
        ours="$ours$pid "
        case $found in *" $pid:$start "*) ;; *) found="$found$pid:$start " ;; esac
        if [ "$pid" = "$session" ]; then
          case $sessions in *" $pid "*) ;; *) sessions="$sessions$pid " ;; esac
        fi ;;
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
round=0
while [ "$round" -lt ${rounds} ]; do
  signal KILL
  [ "$ours" = ' ' ] && exit 0
  round=$((round + 1))
  sleep 0.1
done
) &
`;

class Watchdog {
  /** The pipe to the shell; undefined if there is none, or it was lost. */
  #pipe: Socket | undefined;
  readonly #groups = new Set<number>();
  /** Processes outside of their group, as `pid:start`. */
  readonly #strays = new Set<string>();

  /** Ends the group of `pid` if this process ends before `forget` is called. */
  watch(pid: number): void {
    this.#groups.add(pid);
    if (this.#pipe === undefined) this.#start();
    else this.#pipe.write(`+ ${pid}\n`);
  }

  /** The group of `pid` is gone. */
  forget(pid: number): void {
    if (this.#groups.delete(pid)) this.#pipe?.write(`- ${pid}\n`);
  }

  /** A process that belongs to a group has left it; it is ended too. */
  watchStray(pid: number, startedAt: string): void {
    this.#strays.add(`${pid}:${startedAt}`);
    this.#pipe?.write(`++ ${pid}:${startedAt}\n`);
  }

  /** Such a process is gone. */
  forgetStray(pid: number, startedAt: string): void {
    if (this.#strays.delete(`${pid}:${startedAt}`)) this.#pipe?.write(`-- ${pid}:${startedAt}\n`);
  }

  #start(): void {
    // A session of its own: signals to this session, for instance from a terminal, must not reach it. Node.js closes
    // the stdin of a child that has exited, which the first shell does at once, so another descriptor is used.
    const shell = spawn('sh', ['-c', watchdogScript('/proc')], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      cwd: '/',
      detached: true,
    });
    shell.on('error', () => undefined);
    shell.unref();
    const pipe = shell.stdio[3] as Socket | null | undefined;
    if (pipe === null || pipe === undefined) return;
    this.#pipe = pipe;
    const lost = (): void => {
      if (this.#pipe === pipe) this.#pipe = undefined;
    };
    pipe.on('error', lost);
    pipe.on('close', lost);
    pipe.resume();
    pipe.unref();
    const strays = [...this.#strays].map((stray) => `++ ${stray}\n`);
    pipe.write([...[...this.#groups].map((pid) => `+ ${pid}\n`), ...strays].join(''));
  }
}

/** The watchdog of this process; `watchGroup` is the way to it from outside this folder. */
export const watchdog: Watchdog = new Watchdog();

/** Ends the process group of `pid` when this process ends; dispose of the returned object once the group is gone. */
export function watchGroup(pid: number): Disposable {
  if (!hasProcessGroups()) return { [Symbol.dispose]: () => undefined };
  watchdog.watch(pid);
  return {
    [Symbol.dispose]: () => {
      watchdog.forget(pid);
    },
  };
}
