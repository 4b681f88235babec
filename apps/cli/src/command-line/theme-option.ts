/** The option for the colours of a program on a screen. Loaded at every start, so it imports only lists of names. */
import { Option } from 'commander';

import { themeChoices } from '../tui/theme.ts';

export const themeOption = (): Option =>
  new Option('--theme <name>', 'colours; auto follows the background of the terminal (env: ACP_THEME)').choices(
    themeChoices,
  );
