/** The script of the page: search and filters. Without it, the page is a plain list. */

/** Runs in browsers, as it is; it reads only what the page contains. */
export const siteScript = `
'use strict';
const tools = document.getElementById('tools');
const search = document.getElementById('search');
const status = document.getElementById('status');
const none = document.getElementById('none');
const reset = tools.querySelector('[type=reset]');
const selects = [...tools.querySelectorAll('select')];
const cards = [...document.querySelectorAll('.card')];
const fits = (card) => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const text = card.dataset.text;
  if (!words.every((word) => text.includes(word))) return false;
  return selects.every(({ name, value }) => value === '' || JSON.parse(card.dataset[name]).includes(value));
};
const remember = () => {
  const chosen = [['q', search.value], ...selects.map(({ name, value }) => [name, value])].filter(([, value]) => value !== '');
  const hash = new URLSearchParams(chosen).toString();
  try {
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : '#' + hash);
  } catch {
    // Some browsers refuse it for files.
  }
};
const show = () => {
  let count = 0;
  for (const card of cards) {
    const isShown = fits(card);
    card.parentElement.hidden = !isShown;
    if (isShown) count += 1;
  }
  const all = cards.length + (cards.length === 1 ? ' agent' : ' agents');
  status.textContent = count === cards.length ? all : count + ' of ' + all;
  reset.hidden = [search, ...selects].every(({ value }) => value === '');
  none.hidden = count > 0;
};
const recall = () => {
  const chosen = new URLSearchParams(location.hash.slice(1));
  search.value = chosen.get('q') ?? '';
  for (const select of selects) {
    const value = chosen.get(select.name) ?? '';
    select.value = [...select.options].some((option) => option.value === value) ? value : '';
  }
  show();
};
const change = () => {
  show();
  remember();
};
tools.addEventListener('input', change);
tools.addEventListener('submit', (event) => event.preventDefault());
tools.addEventListener('reset', () => setTimeout(change));
document.addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
});
addEventListener('hashchange', () => {
  if (!location.hash.startsWith('#agent-')) recall();
});
for (const block of document.querySelectorAll('pre')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy: ' + block.getAttribute('aria-label'));
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.parentElement.append(button);
}
for (const place of document.querySelectorAll('.address')) {
  place.textContent = new URL('registry.json', location.href).href;
}
tools.hidden = false;
if (location.hash.startsWith('#agent-')) show();
else recall();
`;
