/**
 * What an editor shows about the names that a door hands out: finds those without a sentence, and their members without
 * one.
 *
 * A name is followed to its declaration, also into another package, and a member to the interface or class that it
 * comes from. What is declared again needs a sentence again: not every editor looks for that of an implemented
 * interface. A member whose type is a single literal needs none, since `kind: 'edit'` says it all; nor do those of
 * generated types, whose texts come from the definitions.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync, type ESTree } from 'rolldown/utils';

import type { Door } from './doors.ts';

interface Module {
  readonly file: string;
  readonly source: string;
  readonly body: ESTree.Program['body'];
  /** Where the comments that editors show end, in order. */
  readonly sentences: readonly number[];
  /** What it declares, by name; several where it is overloaded. */
  readonly declared: ReadonlyMap<string, readonly Declared[]>;
}

/** A declaration, and where the statement that makes it begins. */
interface Declared {
  readonly module: Module;
  readonly node: ESTree.Node;
  readonly start: number;
}

type Member = ESTree.ClassElement | ESTree.TSSignature;
type NamedMember = Member & { readonly key: ESTree.PropertyKey };

/** Reads doors, each file once. */
export class HoverTexts {
  readonly #doors: ReadonlyMap<string, string>;
  readonly #modules = new Map<string, Module>();

  constructor(doors: readonly Door[]) {
    this.#doors = new Map(doors.map(({ name, file }) => [name, file]));
  }

  /** The names that `file` exports. */
  names(file: string): string[] {
    return this.#module(file).body.flatMap((statement) => {
      if (statement.type === 'ExportAllDeclaration') {
        const from = this.#file(file, statement.source.value);
        return from === undefined ? [] : this.names(from);
      }
      if (statement.type !== 'ExportNamedDeclaration') return [];
      const passedOn = statement.specifiers.map(({ exported }) => nameOf(exported));
      return [...passedOn, ...(statement.declaration === null ? [] : declaredNames(statement.declaration))];
    });
  }

  /** What has no sentence of all that `file` exports, such as `Options.limit`. */
  missing(file: string): string[] {
    const missing = this.names(file).flatMap((name) => {
      const found = this.#find(file, name);
      const itself = found.some(({ module, start }) => hasSentence(module, start)) ? [] : [name];
      return [...itself, ...this.#withBases(found).flatMap((declared) => this.#missingMembers(declared))];
    });
    return [...new Set(missing)];
  }

  /** The texts of all that `file` exports in which `pattern` is found, after their names. */
  matching(file: string, pattern: RegExp): string[] {
    const texts = this.names(file).flatMap((name) =>
      this.#withBases(this.#find(file, name)).flatMap(({ module, node, start }) => [
        `${name}: ${sentenceAt(module, start)}`,
        ...membersOf(node).map(({ key, start: at }) => `${name}.${nameOf(key)}: ${sentenceAt(module, at)}`),
      ]),
    );
    return [...new Set(texts.filter((text) => pattern.test(text)))];
  }

  #missingMembers({ module, node }: Declared): string[] {
    if (module.file.endsWith('.gen.ts')) return [];
    const members = membersOf(node);
    // One sentence is enough for all overloads.
    const said = new Set(members.filter(({ start }) => hasSentence(module, start)).map(({ key }) => nameOf(key)));
    const missing = members.map(({ key }) => nameOf(key)).filter((name) => !said.has(name));
    return missing.map((name) => `${declaredNames(node).join()}.${name}`);
  }

  #withBases(found: readonly Declared[]): Declared[] {
    return found.flatMap((declared) => [declared, ...this.#withBases(this.#bases(declared))]);
  }

  /** What members come from besides; an implemented interface has none that the class does not declare itself. */
  #bases({ module, node }: Declared): readonly Declared[] {
    const bases =
      node.type === 'TSInterfaceDeclaration'
        ? node.extends.map(({ expression }) => expression)
        : node.type === 'ClassDeclaration'
          ? [node.superClass]
          : [];
    return bases.flatMap((base) => (base?.type === 'Identifier' ? this.#find(module.file, base.name) : []));
  }

  /**
   * Where `name` of `file` is declared: nowhere here when it belongs to the platform, at several places when it is
   * overloaded.
   */
  #find(file: string, name: string): readonly Declared[] {
    const module = this.#module(file);
    const here = module.declared.get(name);
    if (here !== undefined) return here;
    return module.body.flatMap((statement) => {
      if (!('source' in statement) || statement.source === null || typeof statement.source !== 'object') return [];
      const from = this.#file(file, statement.source.value);
      const known = from === undefined ? undefined : nameThere(statement, name);
      return from === undefined || known === undefined ? [] : this.#find(from, known);
    });
  }

  #file(file: string, specifier: string): string | undefined {
    return specifier.startsWith('.') ? resolve(dirname(file), specifier) : this.#doors.get(specifier);
  }

  #module(file: string): Module {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const source = readFileSync(file, 'utf8');
    const { program, comments } = parseSync(file, source, { lang: 'ts' });
    const shown = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
    const declared = new Map<string, Declared[]>();
    const module = { file, source, body: program.body, sentences: shown.map(({ end }) => end), declared };
    for (const statement of program.body) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (node === null) continue;
      for (const name of declaredNames(node)) {
        declared.set(name, [...(declared.get(name) ?? []), { module, node, start: statement.start }]);
      }
    }
    this.#modules.set(file, module);
    return module;
  }
}

/** What the other module calls what this one calls `name`. */
function nameThere(statement: ESTree.Node, name: string): string | undefined {
  if (statement.type === 'ExportAllDeclaration') return name;
  if (statement.type === 'ExportNamedDeclaration') {
    const passedOn = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
    return passedOn === undefined ? undefined : nameOf(passedOn.local);
  }
  if (statement.type !== 'ImportDeclaration') return undefined;
  const imported = statement.specifiers.find(({ local }) => local.name === name);
  return imported?.type === 'ImportSpecifier' ? nameOf(imported.imported) : undefined;
}

function declaredNames(node: ESTree.Node): string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => nameOf(id));
  return 'id' in node && node.id !== null && typeof node.id === 'object' ? [nameOf(node.id)] : [];
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Literal') return String(node.value);
  return node.type === 'Identifier' ? node.name : '';
}

/** The members that a program can name. */
function membersOf(node: ESTree.Node): NamedMember[] {
  const isWhole = node.type === 'TSInterfaceDeclaration' || node.type === 'ClassDeclaration';
  const members: readonly Member[] = isWhole ? node.body.body : [];
  return members.filter(
    (member): member is NamedMember =>
      'key' in member &&
      member.key.type !== 'PrivateIdentifier' &&
      !member.computed &&
      !('accessibility' in member && member.accessibility === 'private') &&
      !('kind' in member && member.kind === 'constructor') &&
      !('typeAnnotation' in member && member.typeAnnotation?.typeAnnotation.type === 'TSLiteralType'),
  );
}

/** The comment that ends last before `start`, if it belongs to what begins there. */
function sentenceAt(module: Module, start: number): string {
  if (!hasSentence(module, start)) return '';
  const { source, sentences } = module;
  const end = sentences.findLast((each) => each <= start) ?? 0;
  return source.slice(source.lastIndexOf('/**', end), end);
}

/** Whether a comment comes right before `start`; one for a tool may stand between. */
function hasSentence({ source, sentences }: Module, start: number): boolean {
  const end = sentences.findLast((each) => each <= start);
  return end !== undefined && /^(?:\s|\/\/[^\n]*\n)*$/u.test(source.slice(end, start));
}
