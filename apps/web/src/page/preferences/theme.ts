/** Light or dark, as the user or the system wants it. */
import { preferences, subscribePreferences, type Preferences } from './preferences.ts';

/** The theme to show. */
export const themeOf = (choice: Preferences['theme'], systemIsDark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;

/** Follows the choice of the user and of the system; returns how to stop. */
export function followTheme(): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.dataset['theme'] = themeOf(preferences().theme, query.matches);
  };
  apply();
  query.addEventListener('change', apply);
  const stop = subscribePreferences(apply);
  return () => {
    query.removeEventListener('change', apply);
    stop();
  };
}
