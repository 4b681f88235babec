/** Light or dark, as the user or the system wants it; in an editor, as its theme is. */
import { preferences, subscribePreferences, type Preferences } from './preferences.ts';

/** The theme to show. */
export const themeOf = (choice: Preferences['theme'], systemIsDark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;

/** The theme of an editor, from the classes that it gives the body of a page. */
const themeOfEditor = (classes: Pick<DOMTokenList, 'contains'>): 'light' | 'dark' =>
  classes.contains('vscode-light') || classes.contains('vscode-high-contrast-light') ? 'light' : 'dark';

function followEditor(): () => void {
  const { body, documentElement } = document;
  const apply = (): void => {
    documentElement.dataset['theme'] = themeOfEditor(body.classList);
  };
  apply();
  // The style that the editor gives every page: it would win over ours, which are in layers.
  document.querySelector('#_defaultStyles')?.remove();
  const observer = new MutationObserver(apply);
  observer.observe(body, { attributes: true, attributeFilter: ['class'] });
  return () => {
    observer.disconnect();
  };
}

/** Follows the choice of the user and of the system, or the theme of the editor; returns how to stop. */
export function followTheme(): () => void {
  if (document.documentElement.dataset['place'] === 'editor') return followEditor();
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
