/** The settings of the site. Its pages are Markdown files of the whole repository; `links/site-pages.ts` says which. */
import { join } from 'node:path';
import type { DefaultTheme, UserConfig } from 'vitepress';

import { generatePages } from './generate-pages.ts';
import type { Repository } from './links/link-target.ts';
import { refuseBrokenLinks } from './links/check-links.ts';
import { addMarkdownRules } from './links/markdown-rules.ts';
import { pageOfFile } from './links/site-pages.ts';
import { sidebarsOf } from './navigation/sidebar.ts';
import { findPages, readRepository, root, version } from './repository.ts';

/** Writes the generated pages, then reads which pages there are. */
export async function siteConfig(): Promise<UserConfig<DefaultTheme.Config>> {
  await generatePages(root);
  return settings(readRepository(), findPages());
}

const settings = (repository: Repository, pages: readonly string[]): UserConfig<DefaultTheme.Config> => ({
  title: 'acp-stack',
  description: 'The Agent Client Protocol in TypeScript: an SDK, programs for any agent, and their documentation.',
  lang: 'en',
  // The site works at any address, and is opened below any path.
  base: './',
  srcDir: root,
  outDir: join(root, 'apps/site/dist/page'),
  cacheDir: join(root, 'apps/site/node_modules/.cache/vitepress'),
  // All Markdown of the repository is found first; what is no page is left out.
  srcExclude: [
    '.*/**',
    '{bench,bin,scripts,test}/**',
    '{AGENTS,CHANGELOG,README}.md',
    '{packages,apps}/*/CHANGELOG.md',
    'packages/*/*/**',
    'apps/!(site)/*/**',
    'apps/site/{src,.vitepress}/**',
    'examples/*/**',
  ],
  additionalConfig: {},
  rewrites: (file) => {
    const page = pageOfFile(file);
    if (page === undefined) throw new Error(`${file} is no page of the site: leave it out, or give it a path.`);
    return page;
  },
  lastUpdated: false,
  buildEnd: ({ outDir }) => {
    refuseBrokenLinks(outDir);
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      addMarkdownRules(markdown, repository);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Documentation', link: '/documentation', activeMatch: '/(documentation|guides|get-started|tutorials)' },
      { text: 'Playground', link: '/playground' },
      { text: 'Protocol', link: '/reference/', activeMatch: '/reference/' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
      { text: 'Versions', link: '/concepts/versions' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar: sidebarsOf(root, pages),
    outline: [2, 3],
    search: {
      provider: 'local',
      // Guides come before the pages of single functions and types.
      options: { miniSearch: { searchOptions: { boostDocument: (id: string) => (id.includes('/api/') ? 0.3 : 1) } } },
    },
    socialLinks: [{ icon: 'github', link: repository.address, ariaLabel: 'The repository' }],
    footer: { message: `Version ${version}, Apache License 2.0` },
  },
});
