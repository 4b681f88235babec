/** How Markdown that is written for a reader of the repository becomes a page of the site. */
import { relative, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

import { linkTarget, type Repository } from './link-target.ts';

/** Makes `markdown` resolve links as {@link linkTarget} says, and show `{{` as it is instead of evaluating it. */
export function addMarkdownRules(markdown: MarkdownRenderer, repository: Repository): void {
  markdown.core.ruler.after('inline', 'repository_links', ({ tokens, env }) => {
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const file = relative(repository.root, realPath ?? path).replaceAll(sep, '/');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', linkTarget(repository, file, href));
    }
  });
  const { text, code_inline: code } = markdown.renderer.rules;
  if (text === undefined || code === undefined) throw new Error('The renderer of VitePress has no rules for text.');
  markdown.renderer.rules.text = (...context) => withoutInterpolation(text(...context));
  markdown.renderer.rules.code_inline = (...context) => withoutInterpolation(code(...context));
}

/** Vue evaluates what is between two braces. */
const withoutInterpolation = (html: string): string =>
  html.replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
