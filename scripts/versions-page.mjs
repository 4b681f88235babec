/** Fills docs/concepts/versions.md with the rows of the conversion table; the rest of the page is written by hand. */

const directions = ['toV2', 'toV1'];
const headings = { toV2: 'to version 2', toV1: 'to version 1' };

/** The page with its generated parts as `rows` says. */
export function versionsPage(page, rows) {
  const entries = Object.entries(rows).map(([id, row]) => ({ id, ...row }));
  return fill(fill(page, 'table', table(entries)), 'losses', losses(entries));
}

function fill(page, part, text) {
  const begin = `<!-- ${part} -->\n`;
  const end = `<!-- end of ${part} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to === -1) throw new Error(`docs/concepts/versions.md has no place for its ${part}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

function table(entries) {
  const lines = entries.map(
    ({ id, item, ...row }) => `| ${item} | ${directions.map((to) => cell(row[to])).join(' | ')} | ${id} |`,
  );
  return ['|  | to version 2 | to version 1 | row |', '| --- | --- | --- | --- |', ...lines, ''].join('\n');
}

const cell = ({ fidelity, text }) => (fidelity === 'none' ? '' : `**${fidelity}** ${text}`);

function losses(entries) {
  const lines = entries.flatMap(({ item, ...row }) =>
    directions.filter((to) => row[to].loss !== undefined).map((to) => `- ${item}, ${headings[to]}: ${row[to].loss}.`),
  );
  return [...lines, ''].join('\n');
}
