/**
 * The command that opens a file at a line in the editor of the user.
 *
 * Only editors with a window are started: a program that needs a terminal would wait for one without being seen.
 */
import { basename } from 'node:path';

import { splitShellWords } from '../text/split-shell-words.ts';

/** A file to open. */
export interface OpenedFile {
  /** Absolute, so that it cannot be taken for an option. */
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
}

/** The arguments that open a file at a line. */
type Form = (path: string, line: number) => readonly string[];

const colon: Form = (path, line) => [`${path}:${line}`];
const goTo: Form = (path, line) => ['-g', `${path}:${line}`];
const plus: Form = (path, line) => [`+${line}`, path];
const lineOption: Form = (path, line) => ['--line', String(line), path];
const shortOption: Form = (path, line) => ['-l', String(line), path];

const names = (text: string, form: Form): [string, Form][] => text.split(' ').map((name) => [name, form]);

/** Editors with a window, and how they take a line. */
const forms: ReadonlyMap<string, Form> = new Map([
  ...names('code code-insiders codium vscodium code-oss cursor windsurf positron', goTo),
  ...names('zed zeditor zed-editor subl sublime_text sublime nova lapce', colon),
  ...names('vim gvim mvim emacs emacsclient gedit gnome-text-editor pluma geany bbedit xed', plus),
  ...names('idea webstorm pycharm goland clion rider phpstorm rubymine rustrover studio', lineOption),
  ...names('kate kwrite mate', shortOption),
]);

/** Programs that need a terminal. */
const terminalEditors: ReadonlySet<string> = new Set(
  'vi vim nvim nano pico micro hx helix kak joe jed ne ed mcedit mg zile amp'.split(' '),
);

/** What is set, or why nothing can be started, as one sentence. */
export type ChosenEditor = { readonly words: readonly [string, ...string[]] } | { readonly problem: string };

const advice = 'set "editor" in the config file to one with a window, such as "code"';

/** The editor of the config file, or else that of `VISUAL` or `EDITOR` if it is known to have a window. */
export function chooseEditor(
  configured: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): ChosenEditor {
  const set = [configured, env['VISUAL'], env['EDITOR']].find((each) => each !== undefined && each.trim() !== '');
  if (set === undefined) return { problem: `No editor is set; ${advice}.` };
  const [command, ...args] = splitShellWords(set, platform) ?? [];
  if (command === undefined || command === '') return { problem: `The editor ${set} cannot be read; ${advice}.` };
  const isKnown = forms.has(nameOf(command)) && !needsTerminal(command, args);
  // What the config file names is not a terminal editor, as far as that is known.
  if (isKnown || (configured !== undefined && !needsTerminal(command, args))) return { words: [command, ...args] };
  return { problem: `${command} runs in a terminal; ${advice}.` };
}

/** The whole command; the line is left out where the editor would take a part of the path for it. */
export function editorCommand(
  words: readonly [string, ...string[]],
  { path, line }: OpenedFile,
): readonly [string, ...string[]] {
  const form = forms.get(nameOf(words[0]));
  const isAmbiguous = (form === colon || form === goTo) && /:\d+(?::|$)/u.test(path);
  return [...words, ...(form === undefined || line === undefined || isAmbiguous ? [path] : form(path, line))];
}

const nameOf = (command: string): string => basename(command.replaceAll('\\', '/')).replace(/\.(?:exe|cmd|bat)$/iu, '');

function needsTerminal(command: string, args: readonly string[]): boolean {
  const name = nameOf(command);
  // `vim -g` has a window; `emacs -nw` and `emacsclient -t` have none.
  if (name === 'vim') return !args.includes('-g');
  if (name === 'emacs' || name === 'emacsclient')
    return args.some((each) => /^(?:-nw|--no-window-system|-t|--tty)$/u.test(each));
  return terminalEditors.has(name);
}
