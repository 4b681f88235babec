/** One agent on the page. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import { addressProblem } from '../folder/addresses.ts';
import { clientInstructions, downloadsOf } from './client-instructions.ts';
import { markup, type Html } from './html.ts';
import { withAddress } from './registry-source.ts';

/** An entry of the page. */
export interface SiteEntry {
  readonly kind: 'agent' | 'extension';
  readonly manifest: AgentManifest;
  /** The icon, if it is a file of the registry. */
  readonly svg?: string;
}

/** What an entry can be filtered by. */
export interface Facets {
  /** How it gets to the machine, as its author says in `deployment`, or by its distributions. */
  readonly deployment: readonly string[];
  readonly license: string;
  readonly distribution: readonly string[];
}

const distributionLabels: Readonly<Record<string, string>> = { npx: 'npm (npx)', uvx: 'PyPI (uvx)', binary: 'Binary' };

/** The facets of a manifest. */
export function facetsOf(manifest: AgentManifest): Facets {
  const kinds = ['npx', 'uvx', 'binary'].filter((kind) => Object.hasOwn(manifest.distribution, kind));
  const stated = (manifest as { readonly deployment?: unknown }).deployment;
  const models = (Array.isArray(stated) ? stated : [stated]).filter((each) => typeof each === 'string' && each !== '');
  const derived = [
    ...(kinds.some((kind) => kind !== 'binary') ? ['Package runner'] : []),
    ...(kinds.includes('binary') ? ['Native program'] : []),
  ];
  return {
    deployment: models.length > 0 ? (models as string[]) : derived,
    license: manifest.license ?? 'not stated',
    distribution: kinds.map((kind) => distributionLabels[kind] ?? kind),
  };
}

/** The card of an entry; `index` tells cards apart, `base` is the address of the registry. */
export function agentCard({ kind, manifest, svg }: SiteEntry, index: number, base: string | undefined): Html {
  const { id, name, version, description, authors = [] } = manifest;
  const facets = facetsOf(manifest);
  const searched = [id, name, description, ...authors].join(' ').toLowerCase();
  const icon =
    svg === undefined
      ? markup`<span class="icon letter" aria-hidden="true">${Array.from(name).at(0)?.toUpperCase()}</span>`
      : markup`<span class="icon" aria-hidden="true"><i class="i${index}"></i></span>`;
  const extension = kind === 'extension' ? markup` <span class="tag">extension</span>` : undefined;
  const labels = facets.distribution.map((label) => markup`<li class="tag">${label}</li>`);
  const names = authors.map((author) => author.replace(/\s*<[^>]*>/u, '')).join(', ');
  return markup`<li><article class="card" id="agent-${id}" aria-labelledby="name-${id}" data-text="${searched}" ${facetData(facets)}>
<header>${icon}<div><h2 id="name-${id}">${name}</h2><p class="facts"><code>${id}</code> <span class="version">${version}</span>${extension} <a class="self" href="#agent-${id}" aria-label="Link to ${name}">#</a></p></div></header>
<p class="description">${description}</p>
<ul class="tags" aria-label="Distribution and license">${labels}<li class="tag license">${licenseOf(manifest)}</li></ul>
${authors.length > 0 ? markup`<p class="authors">By ${names}</p>` : undefined}
${linksOf(manifest)}
${installation(manifest, base)}
</article></li>
`;
}

function facetData({ deployment, license, distribution }: Facets): Html {
  const list = JSON.stringify;
  return markup`data-deployment="${list(deployment)}" data-license="${list([license])}" data-distribution="${list(distribution)}"`;
}

function licenseOf({ license = 'License not stated', license_url: address }: AgentManifest): Html {
  return link(address, license) ?? markup`${license}`;
}

function linksOf({ repository, website }: AgentManifest): Html | undefined {
  const links = [link(website, 'Website'), link(repository, 'Source code')].filter((each) => each !== undefined);
  return links.length === 0 ? undefined : markup`<p class="links">${links}</p>`;
}

/** A link, if the address may be one: never a script, and never the address of a file. */
function link(address: string | undefined, text: string): Html | undefined {
  if (address === undefined || addressProblem(address) !== undefined) return undefined;
  return markup`<a href="${address}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** The ways to install an agent, of which one is open at a time. */
function installation(manifest: AgentManifest, base: string | undefined): Html {
  const ways = clientInstructions(manifest, base).map(
    ({ client, where, text }, index) =>
      markup`<details class="way" name="ways-${manifest.id}"${index === 0 ? markup` open` : undefined}><summary>${client} <span class="quiet">${where}</span></summary><section><pre tabindex="0" aria-label="${client}: ${where}"><code>${withAddress(text)}</code></pre></section></details>
`,
  );
  return markup`<details class="install"><summary>Install<span class="unseen"> ${manifest.name}</span></summary>
${ways}${downloadSection(manifest)}</details>`;
}

function downloadSection(manifest: AgentManifest): Html | undefined {
  const downloads = downloadsOf(manifest);
  if (downloads.length === 0) return undefined;
  const { npx, uvx } = manifest.distribution;
  const isNeeded = npx === undefined && uvx === undefined;
  const hint = isNeeded ? markup` <span class="quiet">unpack one, and use its path in the config</span>` : undefined;
  const items = downloads.map(({ system, address }) => markup`<li>${link(address, system) ?? system}</li>`);
  return markup`<section><h3>Downloads${hint}</h3><ul class="downloads">${items}</ul></section>
`;
}
