/**
 * The rules of icons: an SVG of 16 by 16, drawn in `currentColor`, that does nothing but draw (REG-04).
 *
 * Elements are allowed by name, because a list of what is dangerous is never complete. `use` is not one of them: nested
 * ones grow without bound, and clients leave them out.
 */
import { printable } from '../../manifest/printable.ts';
import type { ReportProblem } from '../report/problems.ts';
import { readStyleAttribute, readStyleSheet, type Declaration, type Declarations } from './declarations.ts';
import { readSvg, type SvgAttribute, type SvgElement } from '../../icons/read-svg.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const shapes = ['path', 'rect', 'circle', 'ellipse', 'polygon', 'polyline'];
const gradients = ['linearGradient', 'radialGradient', 'stop'];
const definitions = ['defs', 'clipPath', 'mask'];
const allowedElements = [...shapes, ...gradients, ...definitions, 'svg', 'g', 'line', 'title', 'desc', 'style'];
const colorProperties = ['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color', 'filter'];
const allowedColors = ['currentcolor', 'none', 'inherit'];

/** Checks the icon whose content is `text`. */
export function checkIcon(text: string, report: ReportProblem): void {
  const svg = readSvg(text);
  if ('malformed' in svg) {
    report('icon-svg', '', `The icon is not well-formed: ${svg.malformed}.`);
    return;
  }
  const { root, hasDocumentType, hasInstructions } = svg;
  if (root.name !== 'svg' || root.namespace !== svgNamespace) {
    report('icon-svg', '', `The icon must begin with <svg xmlns="${svgNamespace}">.`);
    return;
  }
  if (hasDocumentType) report('icon-safe', '', 'The icon has a document type, which can define entities; remove it.');
  if (hasInstructions)
    report('icon-safe', '', 'The icon has processing instructions, which can load files; remove them.');
  if (checkSize(root, report)) checkWrittenSize(text, report);
  checkWrittenColors(text, report);
  const drawing = new Drawing(report);
  drawing.visit(root, { fill: undefined, isDefinition: false, isRoot: true });
  drawing.finish();
}

/** The official tools read colours by patterns, also in comments and in attributes whose name ends in one of these. */
function checkWrittenColors(text: string, report: ReportProblem): void {
  for (const [, property = '', value = ''] of text.matchAll(/\b(fill|stroke)\s*=\s*["']([^"']+)["']/giu)) {
    reportColor(property.toLowerCase(), value.trim().toLowerCase(), report);
  }
}

function reportColor(property: string, value: string, report: ReportProblem): void {
  if (allowedColors.includes(value)) return;
  report('icon-color', '', `${property} is "${printable(value)}"; only currentColor and none are allowed.`);
}

/** The official tools read the size by patterns too: of the first `<svg` in the text, without spaces around `=`. */
function checkWrittenSize(text: string, report: ReportProblem): void {
  const tag = /<svg[^>]*/u.exec(text)?.[0] ?? '';
  const [width, height] = ['width', 'height'].map((name) => new RegExp(`\\s${name}=["'](\\d+)`, 'u').exec(tag)?.[1]);
  const isRead =
    width === undefined || height === undefined
      ? /viewBox=["'][\d.]+\s+[\d.]+\s+16(?:\.0+)?\s+16(?:\.0+)?["']/u.test(text)
      : width === '16' && height === '16';
  const message = 'The official registry does not find the size; write width="16" height="16" in the first <svg>.';
  if (!isRead) report('icon-size', '', message);
}

/** Whether the size is right; reports it otherwise. */
function checkSize({ attributes }: SvgElement, report: ReportProblem): boolean {
  const find = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.name === name)?.value.trim();
  const [width, height] = [find('width'), find('height')];
  const [, ...size] = /^[\d.]+\s+[\d.]+\s+([\d.]+)\s+([\d.]+)$/u.exec(find('viewBox') ?? '') ?? [];
  const given = width !== undefined && height !== undefined ? [width, height] : size;
  if (
    given.length === 2 &&
    given.every(isSixteen) &&
    [width, height].every((each) => each === undefined || isSixteen(each))
  )
    return true;
  const found = given.length === 2 ? `it is ${given.join(' by ')}` : 'it has no size';
  report('icon-size', '', `The icon must be 16 by 16, but ${printable(found)}; set width="16" and height="16".`);
  return false;
}

const isSixteen = (length: string | undefined): boolean => /^16(?:\.0+)?(?:px)?$/u.test(length ?? '');

/** What an element takes over from those around it. */
interface Inherited {
  /** The fill, in lower case; undefined if none is set, which means black. */
  readonly fill: string | undefined;
  /** Whether the element is drawn only where something refers to it. */
  readonly isDefinition: boolean;
  readonly isRoot: boolean;
}

class Drawing {
  readonly #report: ReportProblem;
  readonly #elements = new Set<string>();
  /** Whether a style sheet may set the fill of any element. */
  #hasStyledFill = false;
  #usesCurrentColor = false;
  #hasBlackShape = false;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  visit(element: SvgElement, inherited: Inherited): void {
    const { name, namespace, attributes, children, text } = element;
    if (namespace !== svgNamespace || !allowedElements.includes(name) || (name === 'svg' && !inherited.isRoot)) {
      if (!this.#elements.has(name)) this.#unsafe(`<${printable(name)}>, which icons may not contain`);
      this.#elements.add(name);
      return;
    }
    const own = attributes.flatMap((attribute) => this.#attribute(attribute));
    if (name === 'style') this.#styleSheet(readStyleSheet(text));
    this.#colors(own);
    const set = own.findLast(({ property, value }) => property === 'fill' && value !== 'inherit')?.value;
    const fill = set ?? inherited.fill;
    const isDefinition = inherited.isDefinition || definitions.includes(name);
    if (shapes.includes(name) && fill === undefined && !isDefinition) this.#hasBlackShape = true;
    for (const child of children) this.visit(child, { fill, isDefinition, isRoot: false });
  }

  /** Reports what only the whole drawing shows. */
  finish(): void {
    if (this.#hasBlackShape && !this.#hasStyledFill)
      this.#report('icon-color', '', 'A shape has no fill, so that it is always black; set fill="currentColor".');
    else if (!this.#usesCurrentColor)
      this.#report('icon-color', '', 'Nothing is drawn in currentColor; set fill="currentColor".');
  }

  #attribute({ name, local, value }: SvgAttribute): readonly Declaration[] {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return [];
    if (/^on/iu.test(local)) this.#unsafe(`the script attribute ${printable(name)}`);
    if (['href', 'src', 'base'].includes(local.toLowerCase()) && !/^#[^\s]+$/u.test(value)) {
      this.#unsafe(`a reference to another file in ${printable(name)}`);
    }
    if (refersOutside(value)) this.#unsafe(`a reference to another file in ${printable(name)}`);
    if (local !== 'style') return [{ property: local.toLowerCase(), value: value.trim().toLowerCase() }];
    const style = readStyleAttribute(value);
    if ('declarations' in style) return style.declarations;
    this.#unsafe(style.refused);
    return [];
  }

  #styleSheet(style: Declarations): void {
    if ('refused' in style) {
      this.#unsafe(style.refused);
      return;
    }
    if (style.declarations.some(({ value }) => refersOutside(value)))
      this.#unsafe('a reference to another file in a style');
    if (style.declarations.some(({ property }) => property === 'fill')) this.#hasStyledFill = true;
    this.#colors(style.declarations);
  }

  #colors(declarations: readonly Declaration[]): void {
    for (const { property, value } of declarations) {
      if (!colorProperties.includes(property) && !/\b(?:fill|stroke)$/u.test(property)) continue;
      if (value === 'currentcolor' && property !== 'color') this.#usesCurrentColor = true;
      reportColor(property, value, this.#report);
    }
  }

  #unsafe(what: string): void {
    this.#report('icon-safe', '', `The icon has ${what}; remove it.`);
  }
}

/** Whether a value has an address that is not a fragment of the icon itself. */
function refersOutside(value: string): boolean {
  return /url\(\s*(?!["']?#)/iu.test(value) || /(?:java|vb)script:|image-set\(|image\(/iu.test(value);
}
