/** Which theme the user wants: by flag, variable or config file. */
import { UsageError } from '../errors/usage-error.ts';
import { themeChoices, type ThemeChoice } from '../tui/theme.ts';

export interface ThemeFlags {
  readonly theme?: ThemeChoice;
}

/** The first theme of the flag, the variable and the config file; `NO_COLOR` overrides the file. */
export function wantedTheme(
  flag: ThemeChoice | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): ThemeChoice {
  if (flag !== undefined) return flag;
  const variable = env['ACP_THEME'] ?? '';
  if (variable !== '') return checked(variable, 'ACP_THEME');
  if ((env['NO_COLOR'] ?? '') !== '') return 'auto';
  return file === undefined ? 'auto' : checked(file, '"theme" in the config file');
}

function checked(name: string, place: string): ThemeChoice {
  const found = themeChoices.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`${place} must be one of ${themeChoices.join(', ')}, not ${JSON.stringify(name)}`);
}
