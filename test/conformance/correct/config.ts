/** The options of the correct agent. */
import type { AgentSession, PromptHandler, SessionConfigOption } from '@acp-stack/sdk';

const options: readonly SessionConfigOption[] = [
  {
    type: 'select',
    configId: 'mode',
    name: 'Mode',
    category: 'mode',
    currentValue: 'look',
    options: [
      { value: 'look', name: 'Look' },
      { value: 'dig', name: 'Dig' },
      { value: 'rest', name: 'Rest' },
    ],
  },
  {
    type: 'select',
    configId: 'model',
    name: 'Model',
    category: 'model',
    currentValue: 'small',
    options: [{ groupId: 'local', name: 'Local', options: [{ value: 'small', name: 'Small' }] }],
  },
  { type: 'boolean', configId: 'fast', name: 'Fast', currentValue: false },
];

/** Gives a session its options. */
export function configure(session: AgentSession): void {
  session.setConfigOptions(options, { silently: true });
}

/** Changes the mode by itself. */
export const changeMode: PromptHandler = ({ session }) => {
  session.setConfigValue('mode', 'rest');
};
