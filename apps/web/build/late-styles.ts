import type { Plugin } from 'vite';

const styleSheet = /\s*<link rel="stylesheet"[^>]*>/;

/**
 * Moves the style sheet of the app from the head, where the first paint would wait for it, to the end of the page, where
 * only module scripts wait for it.
 */
export const lateStyles = (): Plugin => ({
  name: 'late-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [link] = styleSheet.exec(html) ?? [];
      if (link === undefined) throw new Error('the page has no style sheet to move');
      return html.replace(link, '').replace('</body>', () => `${link.trim()}</body>`);
    },
  },
});
