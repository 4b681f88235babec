/** The modes of a session: what the agent does without asking, what it asks for, and what it does not do. */
export type ModeId = 'ask' | 'code' | 'read-only' | 'plan';

type Work = 'edit' | 'execute' | 'fetch' | 'other';

export interface Mode {
  readonly id: ModeId;
  readonly name: string;
  readonly description: string;
  /** Done without asking. */
  readonly allows: ReadonlySet<Work>;
  /** Never done. */
  readonly refuses: ReadonlySet<Work>;
}

const everything: readonly Work[] = ['edit', 'execute', 'fetch', 'other'];

export const modes: readonly [Mode, ...Mode[]] = [
  {
    id: 'ask',
    name: 'Ask',
    description: 'Asks before it changes a file or runs a command.',
    allows: new Set(),
    refuses: new Set(),
  },
  {
    id: 'code',
    name: 'Code',
    description: 'Changes files in the workspace without asking; asks before it runs a command.',
    allows: new Set<Work>(['edit']),
    refuses: new Set(),
  },
  {
    id: 'read-only',
    name: 'Read only',
    description: 'Reads and searches, and changes nothing.',
    allows: new Set(),
    refuses: new Set(everything),
  },
  {
    id: 'plan',
    name: 'Plan',
    description: 'Reads and makes a plan; asks before it leaves this mode to carry it out.',
    allows: new Set(),
    refuses: new Set(everything),
  },
];

/** The mode with this id; the first mode if there is none. */
export const modeOf = (id: unknown): Mode => modes.find((mode) => mode.id === id) ?? modes[0];
