/** `acp protocol`: lists the methods or the types, or shows one of them in full. */
import type { ProtocolVersion } from '@acp-stack/trace';

import { didYouMean } from '../../text/did-you-mean.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { Catalogue, type DefinitionEntry, type MethodEntry, type Scope } from './catalogue.ts';
import { definitionListLines } from './definition-list.ts';
import { definitionPageLines } from './definition-page.ts';
import { definitionDocument, definitionListDocument, methodDocument, overviewDocument } from './json-document.ts';
import { methodPageLines } from './method-page.ts';
import { overviewLines } from './overview.ts';

export interface ProtocolOptions {
  readonly name: string | undefined;
  /** Lists the types instead of the methods. */
  readonly types?: boolean;
  readonly version: ProtocolVersion | undefined;
  readonly stable?: boolean;
  readonly format: 'text' | 'json';
}

const usualWidth = 100;
const widest = 140;
const everything: Scope = { versions: [1, 2], unstable: true };

/** Runs the command; resolves with the exit code. */
export async function protocol(options: ProtocolOptions, terminal: Terminal): Promise<number> {
  const versions: readonly ProtocolVersion[] = options.version === undefined ? [1, 2] : [options.version];
  const catalogue = new Catalogue({ versions, unstable: options.stable !== true });
  const subject = subjectOf(catalogue, options);
  await terminal.stdout.write(
    options.format === 'json' ? json(catalogue, subject) : text(catalogue, subject, terminal),
  );
  return 0;
}

type Subject = { readonly kind: 'methods' } | { readonly kind: 'definitions' } | Found;

/** What a name refers to. */
type Found =
  | { readonly kind: 'method'; readonly entry: MethodEntry }
  | { readonly kind: 'definition'; readonly entry: DefinitionEntry };

function subjectOf(catalogue: Catalogue, { name, types }: ProtocolOptions): Subject {
  if (types !== true) return name === undefined ? { kind: 'methods' } : find(catalogue, name);
  if (name === undefined) return { kind: 'definitions' };
  throw new UsageError('--types lists all types: omit it to see one, or omit the name');
}

function text(catalogue: Catalogue, subject: Subject, terminal: Terminal): string {
  const palette = createPalette(terminal.stdout, terminal.env);
  const width = Math.min(widest, terminal.stdout.columns ?? usualWidth);
  return `${linesOf().join('\n')}\n`;

  function linesOf(): string[] {
    switch (subject.kind) {
      case 'methods':
        return overviewLines(catalogue, palette, width);
      case 'definitions':
        return definitionListLines(catalogue, palette, width);
      case 'method':
        return methodPageLines(catalogue, subject.entry, palette, width);
      case 'definition':
        return definitionPageLines(catalogue, subject.entry, palette, width);
      default:
        throw new Error(`unknown subject ${JSON.stringify(subject satisfies never)}`);
    }
  }
}

function json(catalogue: Catalogue, subject: Subject): string {
  return `${JSON.stringify(documentOf(), undefined, 2)}\n`;

  function documentOf(): object {
    switch (subject.kind) {
      case 'methods':
        return overviewDocument(catalogue);
      case 'definitions':
        return definitionListDocument(catalogue);
      case 'method':
        return methodDocument(catalogue, subject.entry);
      case 'definition':
        return definitionDocument(catalogue, subject.entry);
      default:
        throw new Error(`unknown subject ${JSON.stringify(subject satisfies never)}`);
    }
  }
}

/** Finds a method or type by name, ignoring case. */
function find(catalogue: Catalogue, name: string): Found {
  const subject = lookUp(catalogue, name) ?? lookUp(catalogue, respell(catalogue, name));
  if (subject !== undefined) return subject;
  const all = new Catalogue(everything);
  const elsewhere = lookUp(all, name);
  if (elsewhere !== undefined) {
    const places = [...elsewhere.entry.versions].map(([version, facts]) => {
      const stability = 'stability' in facts ? facts.stability : (facts['x-stability'] ?? 'stable');
      return `v${version} (${stability})`;
    });
    throw new UsageError(
      `${elsewhere.entry.name} exists only in ${places.join(' and ')}: omit --version or --stable to see it`,
    );
  }
  const guess = didYouMean(name, namesOf(all));
  const advice = '; acp protocol lists the methods, acp protocol --types the types';
  throw new UsageError(`unknown method or type ${JSON.stringify(name)}${guess === '' ? advice : guess}`);
}

function lookUp(catalogue: Catalogue, name: string): Found | undefined {
  const method = catalogue.method(name);
  if (method !== undefined) return { kind: 'method', entry: method };
  const definition = catalogue.definition(name);
  return definition === undefined ? undefined : { kind: 'definition', entry: definition };
}

const respell = (catalogue: Catalogue, name: string): string =>
  namesOf(catalogue).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;

function namesOf(catalogue: Catalogue): string[] {
  const methods = catalogue.methods.flatMap(({ name, versions }) => [
    name,
    ...[...versions.values()].flatMap(({ also }) => also ?? []),
  ]);
  return [...methods, ...catalogue.definitionNames];
}
