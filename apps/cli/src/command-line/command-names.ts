/** The names of the commands of `acp`, in the order of the help. */
export const commandNames = [
  'chat',
  'exec',
  'web',
  'nes',
  'sessions',
  'attach',
  'agents',
  'registry',
  'auth',
  'providers',
  'protocol',
  'validate',
  'agent',
  'bridge',
  'conduct',
  'serve',
  'hub',
  'inspect',
  'call',
  'conformance',
  'trace',
  'completion',
] as const;

export type CommandName = (typeof commandNames)[number];

/** The commands that are described in the file that `acp` starts with. */
export type CommandAtHand = 'chat' | 'exec' | 'agent';

/** Whether a word is the name of a command. */
export const isCommandName = (word: string): boolean => commandNames.some((name) => name === word);
