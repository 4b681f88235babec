// Runs before the first paint, so that the page does not flash in the other theme.
(() => {
  let theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('acp-preferences') ?? '{}').theme ?? 'system';
  } catch {
    // What is stored is not ours; the theme of the system is used.
  }
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
