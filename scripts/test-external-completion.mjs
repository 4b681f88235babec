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

/** Each check with its name; `run` resolves with the exit code and the output of a program. */
export const completionChecks = (run) => [
  [
    'zsh completes commands, choices and methods',
    async () => {
      const offered = async (begun, ...words) =>
        (await run('zsh', ['-f', '-c', zshAtLine, acp, begun, ...words])).output;
      expectWords(await offered('ch'), ['chat']);
      expectWords(await offered('m', 'exec', '--format'), ['markdown']);
      expectWords(await offered('session/lo', 'protocol'), ['session/load']);
    },
  ],
  [
    'fish completes commands, choices and methods',
    async () => {
      const offered = async (line) => {
        const { output } = await run('fish', [
          '-N',
          '-c',
          'node $argv[1] completion fish | source; complete -C $argv[2]',
          acp,
          line,
        ]);
        return output.replaceAll(/\t.*/gu, '');
      };
      expectWords(await offered('acp ch'), ['chat']);
      expectWords(await offered('acp exec --format m'), ['markdown']);
      expectWords(await offered('acp protocol session/lo'), ['session/load']);
    },
  ],
];

function expectWords(output, expected) {
  const words = output.split('\n').filter((each) => each !== '');
  if (words.join(' ') !== expected.join(' ')) throw new Error(`${expected.join(' ')} is not all of:\n${output}`);
}
