/** The completion scripts in the shells that they are for: zsh and fish read them, and offer what begins as it was typed. */
import { fileURLToPath } from 'node:url';

const acp = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));

/** What stands in for the completion of zsh, which only works while one types: the words that would be offered. */
const zshAtLine = `
compdef() { : }
_files() { : }
compadd() { print -rl -- "\${(@M)\${(P)2}:#$PREFIX*}" }
eval "$(node "$0" completion zsh)"
PREFIX=$1 words=(acp "\${(@)@[2,-1]}" "$1") CURRENT=$#words
_acp`;

const fishAtLine = 'node $argv[1] completion fish | source; complete -C $argv[2]';

/** Each check with its name; `run` resolves with the exit code and the output of a program. */
export const completionChecks = (run) => [
  ['zsh completes commands, choices and methods', () => inZsh(run)],
  ['fish completes commands, choices and methods', () => inFish(run)],
];

async function inZsh(run) {
  const rows = [
    { expected: 'chat', words: ['ch'] },
    { expected: 'markdown', words: ['m', 'exec', '--format'] },
    { expected: 'session/load', words: ['session/lo', 'protocol'] },
  ];
  for (const { expected, words } of rows)
    expectOffered((await run('zsh', ['-f', '-c', zshAtLine, acp, ...words])).output, expected);
}

async function inFish(run) {
  const rows = [
    ['chat', 'acp ch'],
    ['markdown', 'acp exec --format m'],
    ['session/load', 'acp protocol session/lo'],
  ];
  for (const [expected, line] of rows) {
    const { output } = await run('fish', ['-N', '-c', fishAtLine, acp, line]);
    expectOffered(output.replaceAll(/\t.*/gu, ''), expected);
  }
}

function expectOffered(output, expected) {
  if (output.trim() !== expected) throw new Error(`${expected} is not all of:\n${output}`);
}
