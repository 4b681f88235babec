/** The parts of this machine that an agent may be allowed to use, as the config file names them. */
export const accessNames = ['fs', 'terminal', 'editor-state'] as const;

export type AccessName = (typeof accessNames)[number];
