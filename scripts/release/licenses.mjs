/** The licences of what our packages bring along, and of what their files contain. */

/** Licences that allow use, change and sale, and ask for no more than that they are named. */
const permissive = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'CC-BY-3.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'MIT-0',
  'Python-2.0',
];

/** Whether one of the licences of an expression such as `(MIT OR GPL-3.0)` is permissive; `AND` needs all of them. */
function isPermissive(expression) {
  const words = expression.replaceAll(/[()]/gu, ' ').trim();
  return words
    .split(/\s+OR\s+/u)
    .some((choice) => choice.split(/\s+AND\s+/u).every((name) => permissive.includes(name.trim())));
}

/** How many packages each licence has, and the packages whose licence is not permissive; `listed` is what `pnpm licenses` prints. */
export function licenseTable(listed) {
  const rows = Object.entries(listed).map(([license, packages]) => ({ license, count: packages.length }));
  const refused = Object.entries(listed)
    .filter(([license]) => !isPermissive(license))
    .flatMap(([license, packages]) => packages.map(({ name }) => `${name} has the licence ${license}.`));
  return { rows: rows.toSorted((left, right) => right.count - left.count), refused };
}
