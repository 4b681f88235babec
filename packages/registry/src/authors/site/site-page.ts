/**
 * The page that lists the agents of a registry.
 *
 * It is one file without references to others, so that it works from any host and from a disk. It may run only the
 * script and the style that are part of it: a manifest cannot add to them.
 */
import { createHash } from 'node:crypto';

import { compareCodeUnits } from '../report/problems.ts';
import { agentCard, facetsOf, type Facets, type SiteEntry } from './agent-card.ts';
import { Html, markup } from './html.ts';
import { sourceCommand, withAddress } from './registry-source.ts';
import { siteScript } from './site-script.ts';
import { iconRule, siteStyle } from './site-style.ts';

const filters = [
  { name: 'deployment', label: 'Deployment' },
  { name: 'license', label: 'License' },
  { name: 'distribution', label: 'Distribution' },
] as const satisfies readonly { readonly name: keyof Facets; readonly label: string }[];

/** Renders the page; `base` is the address at which the registry is published. */
export function sitePage(entries: readonly SiteEntry[], title: string, base?: string): string {
  const icons = entries.map(({ svg }, index) => (svg === undefined ? '' : iconRule(index, svg))).join('');
  const style = siteStyle + icons;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(siteScript)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${counted(entries.length)} for clients of the Agent Client Protocol">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#agents">Skip to the agents</a>
<div class="wide top">
<h1>${title}</h1>
<p class="lead">Coding agents that work in every client of the Agent Client Protocol: editors, terminals and web clients.</p>
</div>
<form id="tools" role="search" hidden><div class="wide">
<label class="search">Search <input id="search" type="search" placeholder="Name, author or what it does" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
${filtersOf(entries).map((filter) => choice(filter, entries))}<button type="reset">Reset</button>
</div></form>
<main class="wide" id="agents" tabindex="-1">
<p class="status" id="status" role="status">${counted(entries.length)}</p>
<ul class="cards">
${entries.map((entry, index) => agentCard(entry, index, base))}</ul>
<p class="none" id="none" hidden>No agent matches. Try other words, or reset the filters.</p>
</main>
<footer class="wide"><p>In <code>acp</code>: <code>${withAddress(sourceCommand(base))}</code></p>
For programs: <a href="registry.json">registry.json</a>, <a href="registry.schema.json">its schema</a> and <a href="agent.schema.json">that of an agent</a>.</footer>
${scriptElement(siteScript)}
</body>
</html>
`;
  return page.text;
}

/** The filters without that of the deployment, if it chooses the same agents as that of the distribution. */
function filtersOf(entries: readonly SiteEntry[]): readonly (typeof filters)[number][] {
  const chosenBy = (name: keyof Facets): string => {
    const chosen = new Map<string, number[]>();
    for (const [index, { manifest }] of entries.entries())
      for (const value of facetsOf(manifest)[name]) chosen.set(value, [...(chosen.get(value) ?? []), index]);
    return Array.from(chosen.values(), String).toSorted(compareCodeUnits).join(';');
  };
  const isRepeated = chosenBy('deployment') === chosenBy('distribution');
  return filters.filter(({ name }) => name !== 'deployment' || !isRepeated);
}

const counted = (count: number): string => `${count} ${count === 1 ? 'agent' : 'agents'}`;

function choice({ name, label }: (typeof filters)[number], entries: readonly SiteEntry[]): Html {
  const values = new Set(entries.flatMap(({ manifest }) => facetsOf(manifest)[name]));
  const options = [...values]
    .toSorted(compareCodeUnits)
    .map((value) => markup`<option value="${value}">${value}</option>`);
  return markup`<label>${label} <select name="${name}"><option value="">All</option>${options}</select></label>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The bundler changes template literals that contain the end tag. */
const scriptElement = (text: string): Html => new Html(['<script>', text, '</', 'script>'].join(''));
