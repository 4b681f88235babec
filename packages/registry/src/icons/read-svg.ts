/** Reads an SVG as a tree of elements. Nothing is resolved: a document type or an entity of its own is an error. */
import { SaxesParser } from 'saxes';

/** An element of an SVG. */
export interface SvgElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly SvgAttribute[];
  readonly children: readonly SvgElement[];
  /** The text directly inside it. */
  readonly text: string;
}

/** An attribute with its entities resolved. */
export interface SvgAttribute {
  /** The name with its prefix, as it is written. */
  readonly name: string;
  readonly local: string;
  readonly value: string;
}

/** What an SVG contains, or why it cannot be read. */
export type SvgDocument =
  | { readonly root: SvgElement; readonly hasDocumentType: boolean; readonly hasInstructions: boolean }
  | { readonly malformed: string };

interface OpenElement extends SvgElement {
  readonly children: SvgElement[];
  text: string;
}

const maxDepth = 100;
const maxElements = 5000;

/** Reads `text` as XML. */
export function readSvg(text: string): SvgDocument {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  const state = { hasDocumentType: false, hasInstructions: false, count: 0 };
  let root: SvgElement | undefined;
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    state.hasDocumentType = true;
  });
  parser.on('processinginstruction', () => {
    state.hasInstructions = true;
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ local, uri, attributes }) => {
    state.count += 1;
    if (open.length >= maxDepth || state.count > maxElements) throw new Error('it has too many elements');
    const given = Object.values(attributes).map(({ name, local: own, value }) => ({ name, local: own, value }));
    const element: OpenElement = { name: local, namespace: uri, attributes: given, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    return { malformed: error instanceof Error ? error.message.replace(/\.$/u, '') : 'it is not XML' };
  }
  if (root === undefined) return { malformed: 'it has no element' };
  const { hasDocumentType, hasInstructions } = state;
  return { root, hasDocumentType, hasInstructions };
}
