import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const createIcon = fileURLToPath(new URL('../src/ui/create-icon.ts', import.meta.url));

/**
 * Builds the icons of lucide-react with our own `createIcon`, because theirs has a context, names and sizes that nothing
 * here uses, and adds more than 1 kB to every first visit.
 */
export const plainIcons = (): Plugin => ({
  name: 'plain-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react') ? createIcon : null,
});
